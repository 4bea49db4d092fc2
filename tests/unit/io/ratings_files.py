"""Small files of judgements, one or more a format, each written as its format would be."""

from __future__ import annotations

import math
from pathlib import Path

from assay.io.ratings.registry import read_judgements

TIDY = (
    "rater\tsystem\tsegment\tscore\titem\tdocument\tcomment\n"
    "anna\tred\t1\t71\tgenuine\td1\tgood\n"
    "anna\tblue\t1\t28.0\tdegraded\td1\t\n"
    "ben\tred\t2\tNA\tgenuine\td2\tno time\n"
)
APPRAISE_7 = "u1,red,1,TGT,eng,deu,71\r\nu1,red,1,BAD.ref,eng,deu,12\r\nu2,blue+green,2,CHK,eng,deu,88\r\n"
APPRAISE_8 = "u1,red,1,TGT,eng,deu,71,something\r\n"
APPRAISE_9_TIMES = (
    "u1,red,1,TGT,eng,deu,71,1700000000.5,1700000012.25\r\n"
    "u1,red,2,REF,eng,deu,100,1700000020.0,1700000021.0\r\n"
)
APPRAISE_9_DOCUMENT = "u1,red,1,TGT,eng,deu,71,d1,False\r\nu1,red,1,TGT,eng,deu,65,d1,True\r\n"
APPRAISE_11 = "u1,red,1,TGT,eng,deu,71,d1,False,1700000000.5,1700000012.25\r\n"
APPRAISE_12 = (
    'u1,red,1,TGT,eng,deu,71,d1#red,False,"[{""start_i"":3,""end_i"":9,""severity"":""minor"",""error_type"":null}]",'
    "1700000000.5,1700000012.25\r\n"
    "u1,red,2,TGT,eng,deu,90,d1#red,False,[],1700000013.125,1700000014.0\r\n"
    'u1,red,5,BAD,eng,deu,20,d1#red#bad1,False,"[{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major""}]",'
    "1700000020.0,1700000020.0\r\n"
    "u1,red,6,BAD,eng,deu,25,d1#red#bad1,False,[],1700000021.0,1700000022.0\r\n"
    "u2,blue,9,TGT,eng,deu,50,d1#blue,False,[],1700000030.0,1700000031.0\r\n"
)
APPRAISE_MQM = (
    'u1,red,1,TGT,eng,deu,0,d1#red,False,"[{""start_i"":3,""end_i"":9,""severity"":""minor"",""error_type"":'
    '[""Accuracy"",""Mistranslation""]}]",1700000000.5,1700000012.25\r\n'
    "u1,red,2,TGT,eng,deu,0,d1#red#duplicate1,False,[],1700000013.125,1700000014.0\r\n"
)
ESA_WMT = (
    '{"langs": "en-cs", "line_id": 3, "src": "A.", "tgt": "É.", "doc_id": "d1", "domain": "news", "esa_spans": '
    '[{"start_i": 0, "end_i": 1, "severity": "minor", "error_type": null}, {"start_i": "missing", "end_i": "missing", '
    '"severity": "major"}], "esa_score": 66.5, "times": [17.5, 30.25], "system": "red", "annotator": "u1"}\n'
    '{"langs": "en-cs", "line_id": 4, "src": "12", "tgt": "", "doc_id": "d1", "domain": "news", "esa_spans": [], '
    '"esa_score": 100, "times": null, "system": "red", "annotator": "u1"}\n'
)
ESA_APPRAISE = (
    '{"annotator": "u1", "target_id": "red", "score": 80, "mqm_annotations": "[{\\"start_i\\":3,\\"end_i\\":9,'
    '\\"severity\\":\\"minor\\",\\"error_type\\":null}]", "item_id": 4, "item_type": "BAD.ref", "source_language": '
    '"eng", "target_language": "deu", "document_id": "d1#red", "is_complete_document": false, "start_time": 17.5, '
    '"end_time": 30.25}\n'
)
GRAHAM = (
    "HITId\tWorkerId\tInput.src\tInput.trg\tInput.item\thit\tsys_id\trid\ttype\tsid\tscore\ttime\n"
    'H1\tw1\tde\ten ad 7\t"red.1" NA SYSTEM\td1.1\t71\t12.5\n'
    'H1\tw1\tde\ten ad 7\t"red.1" NA BADREF\td1.1\t20\t3\n'
    'H1\tw1\tde\ten ad 7\t"red.1" NA REPEAT\td1.1\t68\t3\n'
    'H2\tw2\tde\ten ad 7\t"blue 2" NA REF\td1.2\tNA\t3\n'
)
RANKING = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
    "system3Number,system3Id,system1rank,system2rank,system3rank\n"
    "tur,eng,7,-1,7,j1,-1,red,-1,blue,-1,green,1,3,3\n"
    "tur,eng,8,-1,8,j1,-1,green,-1,blue,-1,red,-1,-1,-1\n"
)
PAIRS = (
    "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\r\n"
    "tur,eng,7,7,j1,red,4,blue+green,2,11\r\ntur,eng,7,7,j1,red,4,black,4,11\r\n"
)
GRADES = 'Judge,sentence,System,Adequacy,Fluency,remark\nanna,1,red,4,5,\nben,1,red,,3,"so, so"\n'
YES_NO = "annotator\tid\tsystem\tcorrect\ttime\nanna\t1\tred\tYes\t3.5\nanna\t2\tred\tno\t10\n"
COMPREHENSION = (
    "reader,text,system,level,question,correct,reading_time,answer_time\n"
    "r1,harbour,red,facts,1,1,80,4.5\nr1,harbour,red,intent,2,0,80,9\nr2,harbour,blue,facts,1,1,95.5,3\n"
)

# name of the file: the format it is of, and its bytes
FILES: dict[str, tuple[str, str]] = {
    "tidy": ("tidy", TIDY),
    "tidy-crlf": ("tidy", TIDY.replace("\n", "\r\n")),
    "tidy-open": ("tidy", TIDY.removesuffix("\n")),
    "tidy-csv": ("tidy-csv", "system,rater,segment,score\nred,anna,1,50\n"),
    "tidy-quoted": (
        "tidy-csv",
        'system,rater,segment,score,comment\nred,anna,1,50,a\nred,anna,2,5,"b, ""c"""\n',
    ),
    "tidy-jsonl": (
        "tidy-jsonl",
        '{"rater": "anna", "system": "red", "segment": 1, "score": 50.0, "n": "7", "note": null}\n'
        '{"rater": "anna", "system": "red", "segment": "1", "score": null, "n": 7}\n',
    ),
    "tidy-mqm": (
        "tidy",
        'rater\tsystem\tsegment\tscore\tspans\nr1\tred\t1\t\t[{"start": 0, "end": 3, "severity": "major", "category": '
        '"accuracy/addition"}]\nr1\tred\t2\t\t[]\n',
    ),
    "appraise-7": ("appraise", APPRAISE_7),
    "appraise-8": ("appraise", APPRAISE_8),
    "appraise-9-times": ("appraise", APPRAISE_9_TIMES),
    "appraise-9-document": ("appraise", APPRAISE_9_DOCUMENT),
    "appraise-11": ("appraise", APPRAISE_11),
    "appraise-12": ("appraise", APPRAISE_12),
    "appraise-mqm": ("appraise", APPRAISE_MQM),
    "esa-wmt": ("esa", ESA_WMT),
    "esa-appraise": ("esa", ESA_APPRAISE),
    "graham": ("graham", GRAHAM),
    "ranking": ("ranking", RANKING),
    "pairs": ("pairs", PAIRS),
    "adequacy-fluency": ("adequacy-fluency", GRADES),
    "yes-no": ("yes-no", YES_NO),
    "comprehension": ("comprehension", COMPREHENSION),
}


def columns(judgements):
    """Return what judgements say, row by row, without how a file wrote it."""
    names = ("rater", "system", "segment", "item", "aspect", "document", "domain", "screen")
    codes = {name: getattr(judgements, name) for name in names}
    said = {name: column.column() for name, column in codes.items() if column is not None}
    numbers = {name: getattr(judgements, name) for name in ("score", "start", "seconds")}
    said |= {
        name: [None if math.isnan(value) else value for value in column.tolist()]
        for name, column in numbers.items()
        if column is not None
    }
    spans = judgements.spans
    if spans is not None:
        marks = (spans.side, spans.severity, spans.category)
        said["spans"] = [
            spans.offsets.tolist(),
            spans.start.tolist(),
            spans.end.tolist(),
            *(mark.column() for mark in marks),
        ]
    return said | {"languages": judgements.languages, "scheme": judgements.scheme}


def put(folder: Path, text: str, name: str = "judgements") -> str:
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(text.encode())
    return str(path)


def read_text(folder: Path, text: str, form: str | None = None, **options):
    """Read judgements from text."""
    return read_judgements(put(folder, text), form, **options)
