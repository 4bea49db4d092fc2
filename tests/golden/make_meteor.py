"""Write data/meteor-jar.json: what meteor-1.5.jar says of our own sentences (data/meteor-sentences.tsv).

    python tests/golden/make_meteor.py FOLDER

FOLDER has meteor-1.5.jar and data/paraphrase-en.gz, as pycocoevalcap 1.2 brings them; Java runs the program.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

TEXTS = Path(__file__).parent / "data" / "meteor-sentences.tsv"  # language, output, reference
OPTIONS = {
    "en": ["-norm", "-norm -t adq", "-norm -ch", "-norm -m 'exact stem' -w '1.0 0.6'"],
    "de": ["-norm -m 'exact stem' -w '1.0 0.8' -p '0.95 1.00 0.55 0.55'"],
    "fr": ["-norm -m 'exact stem' -w '1.0 0.2' -p '0.90 1.40 0.60 0.65'"],
    "es": ["-norm -m 'exact stem' -w '1.0 0.8' -p '0.65 1.30 0.50 0.80'"],
    "ru": ["-norm -m 'exact stem' -w '1.0 0.5' -p '0.75 1.40 0.70 0.50'"],
    "ar-bw-red": ["-m 'exact stem' -w '1.0 0.5' -p '0.75 1.40 0.70 0.50'"],
    "cz": ["-norm -m exact -w 1.0 -p '0.95 0.20 0.60 0.80'"],
}


def sentences(language: str) -> list[tuple[str, str]]:
    """Return outputs and references of a language."""
    rows = [line.split("\t") for line in TEXTS.read_text(encoding="utf-8").splitlines()]
    return [(output, reference) for code, output, reference in rows if code == language]


def jar(folder: Path, files: tuple[Path, Path], options: str) -> list[str]:
    """Return the lines that the program writes."""
    command = f"java -Xmx2G -jar meteor-1.5.jar {files[0]} {files[1]} {options}"
    return subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, check=True, timeout=600
    ).stdout.splitlines()


def case(folder: Path, language: str, options: str, files: tuple[Path, Path]) -> dict[str, object]:
    """Return one run of the program."""
    pairs = sentences(language)
    for path, side in zip(files, zip(*pairs, strict=True), strict=True):
        path.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    lines = jar(folder, files, f"-l {language} {options}")
    scores = [float(line.rpartition("\t")[2]) for line in lines if line.startswith("Segment ")]
    final = next(float(line.split()[-1]) for line in lines if line.startswith("Final score:"))
    return {
        "lang": language,
        "options": options,
        "hyps": [hyp for hyp, _ in pairs],
        "refs": [[ref] for _, ref in pairs],
        "score": final,
        "segment_scores": scores,
        **(
            {"segment_stats": jar(folder, files, f"-l {language} {options} -ssOut")}
            if options == "-norm"
            else {}
        ),
    }


def main(folder: str) -> None:
    """Run the program on every language with all its options."""
    with tempfile.TemporaryDirectory() as place:
        files = Path(place) / "out.txt", Path(place) / "ref.txt"
        cases = [
            case(Path(folder), language, options, files)
            for language, settings in OPTIONS.items()
            for options in settings
        ]
    told = {
        "tool": "METEOR",
        "version": "1.5 (meteor-1.5.jar of pycocoevalcap 1.2, Java 17)",
        "command": "java -Xmx2G -jar meteor-1.5.jar OUT REF -l LANG OPTIONS; for -norm again with -ssOut",
        "tolerance": 1e-9,
        "cases": cases,
    }
    path = Path(__file__).parent / "data" / "meteor-jar.json"
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
