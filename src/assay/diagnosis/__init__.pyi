# Written by tools/doors.py from the map in __init__.py.
from assay.diagnosis.checks.details import Failure as Failure
from assay.diagnosis.checks.language import language_name as language_name
from assay.diagnosis.checks.source_checks import Checks as Checks
from assay.diagnosis.corpus import Corpus as Corpus
from assay.diagnosis.diagnosis import Diagnosis as Diagnosis
from assay.diagnosis.explanations.explain import Explanation as Explanation
from assay.diagnosis.explanations.explain import explain as explain
from assay.diagnosis.files.integrity import FileCheck as FileCheck
from assay.diagnosis.files.troubles import counted as counted
from assay.diagnosis.gates import NAMELESS as NAMELESS
from assay.diagnosis.gates import GateVerdict as GateVerdict
from assay.diagnosis.gates import LimitVerdict as LimitVerdict
from assay.diagnosis.options import PARTS as PARTS
from assay.diagnosis.options import DiagnoseOptions as DiagnoseOptions
from assay.diagnosis.study import diagnose as diagnose
from assay.diagnosis.unreferenced import SourceCheck as SourceCheck
from assay.diagnosis.words.tokens import Words as Words

__all__: list[str]
