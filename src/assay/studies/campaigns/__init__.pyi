# Written by tools/doors.py from the map in __init__.py.
from assay.studies.campaigns.answers import check_answer as check_answer
from assay.studies.campaigns.answers import worded as worded
from assay.studies.campaigns.arrivals import open_link as open_link
from assay.studies.campaigns.commands import answer as answer
from assay.studies.campaigns.commands import consent as consent
from assay.studies.campaigns.commands import situation as situation
from assay.studies.campaigns.commands import skip as skip
from assay.studies.campaigns.demo.coast import demo_texts as demo_texts
from assay.studies.campaigns.design.options import DesignOptions as DesignOptions
from assay.studies.campaigns.design.plan import plan_campaign as plan_campaign
from assay.studies.campaigns.design.power import design_power as design_power
from assay.studies.campaigns.editing.logs import written as written
from assay.studies.campaigns.judging.quality import judge_annotators as judge_annotators
from assay.studies.campaigns.judging.quality import rank_both_ways as rank_both_ways
from assay.studies.campaigns.judging.rows import judgements_of as judgements_of
from assay.studies.campaigns.judging.stored import answers_of as answers_of
from assay.studies.campaigns.proposals.reading import with_proposals as with_proposals
from assay.studies.campaigns.protocols.protocol_files import protocol_from_file as protocol_from_file
from assay.studies.campaigns.protocols.protocol_files import protocol_named as protocol_named
from assay.studies.campaigns.protocols.protocol_files import protocol_names as protocol_names
from assay.studies.campaigns.results.anonymity import veiled as veiled
from assay.studies.campaigns.state import Annotator as Annotator
from assay.studies.campaigns.values import Campaign as Campaign
from assay.studies.campaigns.values import Event as Event

__all__: list[str]
