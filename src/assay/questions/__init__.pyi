# Written by tools/doors.py from the map in __init__.py.
from assay.questions.asker import Asker as Asker
from assay.questions.asking import QUESTIONS as QUESTIONS
from assay.questions.asking import Question as Question
from assay.questions.columns import elements as elements
from assay.questions.columns import frame_columns as frame_columns
from assay.questions.columns import frame_lines as frame_lines
from assay.questions.columns import reference_streams as reference_streams
from assay.questions.columns import texts as texts
from assay.questions.given import BESIDES as BESIDES
from assay.questions.given import Given as Given
from assay.questions.given import SYSTEM as SYSTEM
from assay.questions.given import column_options as column_options
from assay.questions.given import read_column as read_column
from assay.questions.judgements import with_campaign as with_campaign
from assay.questions.parts import chosen_parts as chosen_parts
from assay.questions.parts import show_option as show_option
from assay.questions.people.agree import AgreeQuestion as AgreeQuestion
from assay.questions.people.agree import AgreeResult as AgreeResult
from assay.questions.people.human import HumanQuestion as HumanQuestion
from assay.questions.people.human import RankResult as RankResult
from assay.questions.people.meta import CorrelateResult as CorrelateResult
from assay.questions.people.meta import MetaQuestion as MetaQuestion
from assay.questions.people.postedit import EffortResult as EffortResult
from assay.questions.people.postedit import PostEditQuestion as PostEditQuestion
from assay.questions.pictures import Picture as Picture
from assay.questions.results import Converted as Converted
from assay.questions.results import Result as Result
from assay.questions.scoring import merged_set as merged_set
from assay.questions.scoring import score_set as score_set
from assay.questions.specifications import Metrics as Metrics
from assay.questions.specifications import parse_metrics as parse_metrics
from assay.questions.specifications import refuse_for_references as refuse_for_references
from assay.questions.systems.compare import CompareQuestion as CompareQuestion
from assay.questions.systems.compare import CompareResult as CompareResult
from assay.questions.systems.compare import CompareRunsResult as CompareRunsResult

__all__: list[str]
