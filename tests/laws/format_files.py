"""A small file of every format, as its own program writes it, by kind and name."""

from __future__ import annotations

import json
from collections.abc import Mapping

from assay.io import read_judgements, write_judgements
from assay.io.opening import Source

TIDY = (
    "rater\tsystem\tsegment\tscore\titem\tdocument\n"
    "anna\tred\t1\t71\tgenuine\td1\n"
    "anna\tblue\t1\t28\tgenuine\td1\n"
    "ben\tred\t1\t60\tgenuine\td1\n"
    "ben\tblue\t1\t55\tgenuine\td1\n"
)
SPANS = (
    "rater\tsystem\tsegment\tscore\tdocument\tspans\n"
    'anna\tred\t1\t71\td1\t[{"start": 0, "end": 2, "severity": "minor", "category": "Accuracy"}]\n'
    "anna\tblue\t1\t90\td1\t[]\n"
)
MQM = (
    "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    "red\td1\t1\t1\tanna\tDas Boot.\tThe <v>ship</v>.\tAccuracy/Mistranslation\tMajor\n"
    "blue\td1\t1\t1\tanna\tDas Boot.\tThe boat.\tNo-error\tno-error\n"
)
APPRAISE = (
    "u1,red,1,TGT,eng,deu,71,1700000000.5,1700000012.25\nu1,blue,1,TGT,eng,deu,60,1700000020.0,1700000021.0\n"
)
ESA = (
    '{"langs": "en-cs", "line_id": 3, "src": "A.", "tgt": "B.", "doc_id": "d1", "domain": "news", '
    '"esa_spans": [], "esa_score": 66.5, "times": [17.5, 30.25], "system": "red", "annotator": "u1"}\n'
)
GRAHAM = (
    "HITId\tWorkerId\tInput.src\tInput.trg\tInput.item\thit\tsys_id\trid\ttype\tsid\tscore\ttime\n"
    "H1\tw1\tde\ten ad 7\tred NA SYSTEM\td1.1\t71\t12.5\nH1\tw1\tde\ten ad 7\tblue NA SYSTEM\td1.1\t20\t3\n"
)
RANKING = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
    "system3Number,system3Id,system1rank,system2rank,system3rank\n"
    "tur,eng,7,-1,7,j1,-1,red,-1,blue,-1,green,1,3,2\n"
)
PAIRS = (
    "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
    "tur,eng,7,7,j1,red,4,blue,2,11\n"
)
SEG_RATING = 'red\t{"errors": []}\nblue\t{"errors": []}\n'
WMT25 = (
    '{"doc_id": "en-cs_CZ_#_news_#_a_#_1", "src_text": "A.", "tgt_text": {"red": "B."}, '
    '"scores": {"red": [{"human": 70, "annotator": "u1", "errors": []}]}}\n'
)
PER = """<?xml version="1.0" encoding="UTF-8"?>
<job id="boats"><unit id="7" status="FINISHED" type="pe1"><S producer="own">Das Boot.</S>
<MT producer="birch">The ship.</MT><annotations revisions="1"><annotation r="1">
<PE producer="anna.birch">The boat.</PE><indicator id="editing" type="time">3s,000</indicator>
</annotation></annotations></unit></job>
"""
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="boats" source-language="de" target-language="en" datatype="plaintext"><body>
<trans-unit id="a"><source>Das Boot.</source><target>The boat.</target>
<alt-trans origin="MT"><source>Das Boot.</source><target>The ship.</target></alt-trans></trans-unit>
</body></file></xliff>
"""
LOG = "".join(
    json.dumps(record) + "\n"
    for record in (
        {"assay": "post-editing log", "version": 1, "languages": ["de", "en"], "content": "full"},
        {
            "unit": "1",
            "editor": "anna",
            "system": "red",
            "segment": "1",
            "source": "Das Boot.",
            "mt": "The ship.",
        },
        {"events": "1", "clock": 0, "t": [0], "kind": "o", "at": [], "del": [], "ins": []},
        {"final": "1", "text": "The ship."},
    )
)
POSTEDITS: Mapping[str, tuple[str, str]] = {
    "assay-log": ("log.jsonl", LOG),
    "pet": ("boats.per", PER),
    "xliff": ("boats.xlf", XLIFF),
    "divemt": (
        "main.tsv",
        "unit_id\titem_id\tsubject_id\ttask_type\ttranslation_type\tk_total\tevent_time\tsrc_text\tmt_text\ttgt_text\n"
        "u1\ti1\tt1\tpe2\tpe\t5\t4000\tEr sagt ja.\tHe says no.\tHe says yes.\n",
    ),
    "per2csv": (
        "novel.tsv",
        "id\tsubject\titem\ttasktype\ttranslation_type\tk_total\tk_letter\tev_time_ms\n"
        "x-mt1-1\tT2\tx1\tmt1\tpe\t3\t1\t5500\n",
    ),
    "stanford": (
        "trans_frame.csv",
        "src_id,ui_id,user_id,time,event_keyboard_cnt,pause_cnt\n0,2,7,5500,12,3\n",
    ),
    "critt-kd": (
        "a.kd",
        "Id\tStudy\tSession\tSL\tTL\tTask\tText\tPart\tTime\tPause\tType\tCur\tChar\tTTseg\n"
        "1\tS\tP01_P1\tde\ten\tP\t1\tP01\t1000\t0\tMins\t5\td\t1\n",
    ),
    "critt-sg": (
        "a.sg",
        "Id\tStudy\tSession\tTask\tText\tPart\tSTseg\tTTseg\tNedit\tDur\tIns\tDel\tTokS\tTokT\n"
        "1\tS\tP01_P1\tP\t1\tP01\t1\t1\t1\t12000\t12\t4\t9\t8\n",
    ),
    "table": ("table.tsv", "editor\tsegment\tseconds\tmt\tfinal\nanna\t1\t12.5\tThe ship.\tThe boat.\n"),
}
SCORES: Mapping[str, tuple[str, str]] = {
    "assay-tsv": (
        "scores.tsv",
        "# level: segment\n# BLEU: BLEU|refs:1|tok:13a\nsystem\tsegment\tBLEU\nred\t1\t30\nblue\t1\t20\n",
    ),
    "assay-json": (
        "scores.json",
        '{"schema": "assay-report", "blocks": [{"name": "scores", "columns": [{"name": "system"}, {"name": "segment"}, '
        '{"name": "BLEU", "signature": "BLEU|refs:1", "better": "higher"}], "rows": [{"system": "red", "segment": "1", '
        '"BLEU": 30}]}]}\n',
    ),
    "mqm-average": ("avg_seg_scores.txt", "system mqm_avg_score seg_id\nred -1.5 1\nblue 0 1\n"),
    "mtme": ("BLEU.seg.score", "red\t30.5\nred\t20\nblue\t10\nblue\tNone\n"),
    "comet-text": ("comet.txt", "red.txt\tSegment 0\tscore: 0.8\nred.txt\tscore: 0.8\n"),
    "qe-da": (
        "test.tsv",
        "index\toriginal\ttranslation\tscores\tmean\tz_scores\tz_mean\n"
        "0\tDas Boot.\tThe ship.\t[70, 80]\t75\t[0, 1]\t0.5\n",
    ),
    "wmt": (
        "metric.seg.scores",
        "BLEU\ten-de\tnews\trefA\tred\td1\t1\t30.5\nBLEU\ten-de\tnews\trefA\tblue\td1\t1\t20\n",
    ),
    "metricx": ("metricx.jsonl", '{"system_id": "red", "segment_id": 1, "prediction": 3.5}\n'),
    "wmt25": (
        "auto.jsonl",
        '{"doc_id": "en-cs_CZ_#_news_#_a", "metric_scores": {"COMET": [0.5]}}\n',
    ),
    "table": ("metrics.csv", "system,segment,COMET\nred,1,0.75\nblue,1,0.5\n"),
    "comet": ("comet.json", '{"red.txt": [{"src": "A.", "mt": "B.", "COMET": 0.75}]}\n'),
}
STUDIES: Mapping[str, tuple[str, str]] = {
    "pearmut": (
        "campaign.json",
        '{"campaign_id": "boats", "info": {"assignment": "single-stream"}, "data": '
        '[[{"src": "Das Boot.", "tgt": {"red": "The ship."}}]]}\n',
    ),
    "anthea": (
        "project.tsv",
        '{"source_language": "de", "target_language": "en"}\nDas Boot.\tThe ship.\td1\tred\n',
    ),
}
UNITS: Mapping[str, tuple[str, str]] = {
    "xliff": ("plain.xlf", XLIFF[: XLIFF.index("<alt-trans")] + XLIFF[XLIFF.index("</trans-unit>") :]),
    "tmx": (
        "memory.tmx",
        '<tmx version="1.4"><header srclang="de"/><body><tu tuid="a"><tuv xml:lang="de"><seg>Das Boot.</seg></tuv>'
        '<tuv xml:lang="en"><seg>The boat.</seg></tuv></tu></body></tmx>\n',
    ),
    "po": (
        "messages.po",
        'msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "Das Boot."\nmsgstr "The boat."\n',
    ),
}
SETS: Mapping[str, tuple[str, str]] = {
    "wmt-xml": (
        "set.xml",
        '<dataset id="news"><doc id="d1"><src lang="de"><p><seg id="1">Das Boot.</seg></p></src>'
        '<ref lang="en" translator="A"><p><seg id="1">The boat.</seg></p></ref>'
        '<hyp system="red" lang="en"><p><seg id="1">The ship.</seg></p></hyp></doc></dataset>\n',
    ),
    "mteval": (
        "ref.sgm",
        '<refset setid="news" srclang="de" trglang="en"><doc sysid="ref" docid="d1"><seg id="1">The boat.</seg></doc>'
        "</refset>\n",
    ),
    "table": ("set.tsv", "source\treference\tsystem:red\nDas Boot.\tThe boat.\tThe ship.\n"),
    "wmt-jsonl": (
        "set.jsonl",
        '{"doc_id": "d1", "src_text": "Das Boot.", "refs": {"A": {"ref": "The boat."}}}\n',
    ),
    "texts": ("red.jsonl", '{"doc_id": "d1", "hypothesis": "The ship."}\n'),
    "subtitles": (
        "film.srt",
        "1\n00:00:01,000 --> 00:00:02,000\nThe ship.\n\n2\n00:00:03,000 --> 00:00:04,000\nYes.\n",
    ),
    "plain-text": ("red.txt", "The ship is red.\nYes, it is.\nAnd so on and so forth.\n"),
}
PEARMUT = json.dumps(
    {
        "boats": [
            {
                "user_id": "u1",
                "item_i": 0,
                "item": [{"src": "Das Boot.", "tgt": {"red": "The ship."}}],
                "annotation": [{"red": {"score": 70, "error_spans": []}}],
            }
        ]
    }
)


def _written(form: str, table: str = TIDY) -> str:
    """Return a table in another format that holds it."""
    return write_judgements(read_judgements(Source("table", table.encode())), form)


def judgement_files() -> dict[str, tuple[str, str]]:
    """Return the files of judgements; those of our own tables are written from one of them."""
    return {
        "tidy": ("tidy.tsv", TIDY),
        "tidy-csv": ("tidy.csv", _written("tidy-csv")),
        "tidy-jsonl": ("tidy.jsonl", _written("tidy-jsonl")),
        "esa": ("esa.jsonl", ESA),
        "graham": ("ratings.tsv", GRAHAM),
        "ranking": ("ranking.csv", RANKING),
        "pairs": ("pairs.csv", PAIRS),
        "adequacy-fluency": (
            "grades.csv",
            "Judge,sentence,System,Adequacy,Fluency\nanna,1,red,4,5\nben,1,red,3,3\n",
        ),
        "comprehension": (
            "answers.csv",
            "reader,text,system,level,question,correct\nr1,harbour,red,facts,1,1\nr2,harbour,blue,facts,1,0\n",
        ),
        "yes-no": ("yes.tsv", "annotator\tid\tsystem\tcorrect\nanna\t1\tred\tYes\nanna\t1\tblue\tno\n"),
        "mqm": ("mqm.tsv", MQM),
        "seg-rating": ("en-de.mqm.seg.rating", SEG_RATING),
        "wmt25": ("wmt25.jsonl", WMT25),
        "darr": ("darr.txt", "SID BETTER WORSE\n1 red blue\n2 blue red\n"),
        "appraise": ("appraise.csv", APPRAISE),
        "pearmut": ("annotations.json", PEARMUT),
        "segment-scores": ("scores.txt", "70\n80.5\n60\n"),
    }
