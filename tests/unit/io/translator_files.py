"""Small translators' files, written for the tests: the same three or four messages of a harbour office."""

XLIFF12 = """<?xml version="1.0" encoding="UTF-8"?>
<!-- harbour office -->
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:x="urn:x">
  <file original="office.html" source-language="en" target-language="de" datatype="html">
    <header><x:tool><source>not this</source></x:tool></header>
    <body>
      <group id="g">
        <trans-unit id="b2" approved="yes">
          <source>The <g id="1">ferry</g> is late &amp; full.<x id="2"/></source>
          <target state='final'>Die <g id="1">Fähre</g> ist verspätet &amp; voll.<x id="2"/></target>
          <alt-trans><source>The ferry</source><target>Fähre (alt)</target></alt-trans>
        </trans-unit>
      </group>
      <trans-unit   id = "a1">
        <source>Mind the <bpt id="1">&lt;b></bpt>gap<ept id="1">&lt;/b></ept>.</source>
        <target state="needs-translation"/>
      </trans-unit>
      <trans-unit id="c3"><source><![CDATA[Pay <here>]]></source><target>Hier <!-- c --> zahlen</target></trans-unit>
      <trans-unit id="d4" translate="no"><source>v1.0</source></trans-unit>
    </body>
  </file>
</xliff>
"""

XLIFF20 = """<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" version="2.0"
       srcLang="en" trgLang="de">
  <file id="f1" original="office.html">
    <notes><note>for the whole file</note></notes>
    <unit id="u1">
      <mtc:matches><mtc:match ref="#m"><source>proposal</source><target>Vorschlag</target></mtc:match></mtc:matches>
      <notes>
        <note id="n1">a note of the client</note>
      </notes>
      <originalData><data id="d1">&lt;b></data></originalData>
      <segment id="s1" state="final">
        <source>The <pc id="1" dataRefStart="d1">ferry</pc> is late.</source>
        <target>Die <pc id="1" dataRefStart="d1">Fähre</pc> ist verspätet.</target>
      </segment>
      <ignorable><source> </source></ignorable>
      <segment state="translated">
        <source>Please wait<ph id="2"/><cp hex="21"/></source>
        <target>Bitte warten<ph id="2"/><cp hex="0021"/></target>
      </segment>
    </unit>
    <unit id="u2"><segment><source>Mind the gap.</source></segment></unit>
    <unit id="u3" translate="no"><segment><source>v1.0</source></segment></unit>
  </file>
</xliff>
"""

SDLXLIFF = """\ufeff<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<doc-info xmlns="http://sdl.com/FileTypes/SdlXliff/1.0"><cmt-defs/></doc-info>
<file original="C:\\office.docx" source-language="en-GB" target-language="de-DE"><body>
<trans-unit id="guid-1">
<source>The ferry is late. Please wait. Mind the gap.</source>
<seg-source><g id="0"><mrk mtype="seg" mid="1">The ferry is late.</mrk> <mrk mtype="seg" mid="2">Please wait.</mrk></g>\
 <mrk mtype="seg" mid="3">Mind the gap.</mrk></seg-source>
<target><g id="0"><mrk mtype="seg" mid="1">Die <mrk mtype="x-sdl-comment" sdl:cid="9">Fähre</mrk> \
<mrk mtype="x-sdl-deleted">ist</mrk>kommt spät.</mrk> <mrk mtype="seg" mid="2">Bitte warten.</mrk></g>\
 <mrk mtype="seg" mid="3"/></target>
<sdl:seg-defs><sdl:seg id="1" conf="ApprovedTranslation"/><sdl:seg id="2" conf="Draft" locked="true"/>\
<sdl:seg id="3"/></sdl:seg-defs></trans-unit>
<trans-unit id="guid-2"><source>Open</source><seg-source><mrk mtype="seg" mid="4">Open</mrk></seg-source>\
<target><mrk mtype="seg" mid="4">Offen</mrk></target></trans-unit>
</body></file></xliff>
"""

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en" segtype="sentence" datatype="plaintext"/><body>
<tu tuid="1"><tuv xml:lang="de"><seg>Die <hi type="b">Fähre</hi><ph x="1">&lt;br/></ph> kommt.</seg></tuv>
<tuv xml:lang="en"><seg>The ferry <bpt i="1">&lt;b></bpt>comes<ept i="1">&lt;/b></ept>.</seg></tuv></tu>
<tu tuid="2"><note>no target</note><tuv xml:lang="EN"><seg>Mind the gap.</seg></tuv></tu>
</body></tmx>
"""

PO = r"""# Harbour office, German.
#
msgid ""
msgstr ""
"Project-Id-Version: office\n"
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

# keep it short
#. button
#: office.c:10
msgctxt "door"
msgid "Open"
msgstr "Öffnen"

msgctxt "shop"
msgid "Open"
msgstr "Geöffnet"

#, fuzzy, c-format
#| msgid "%d ferry late"
msgid "%d ferry\n"
"is \"late\"\t"
msgid_plural "%d ferries are late"
msgstr[0] "%d Fähre"
msgstr[1] "%d Fähren"
# of the next entry
msgid "Mind the gap."
msgstr ""

#~ msgid "Old"
#~ msgstr "Alt"
"""

TBX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1">
<langSet xml:lang="de"><tig><term>Fähre</term></tig><tig><term>Fährschiff</term>
<termNote type="administrativeStatus">admittedTerm-admn-sts</termNote></tig>
<tig><term>Kahn</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="en-GB"><ntig><termGrp><term>ferry</term></termGrp></ntig><tig><term>ferry
 boat</term></tig></langSet>
</termEntry>
<termEntry id="2"><langSet xml:lang="en-GB"><tig><term>quay</term></tig></langSet></termEntry>
<termEntry id="3"><langSet xml:lang="en-GB"><tig><term>ferry</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Überfahrt</term></tig></langSet></termEntry>
</body></text></martif>
"""

TBX3 = """<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
<conceptEntry id="1"><langSec xml:lang="en"><termSec><term>quay</term></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Kai</term></termSec><termSec><term>Damm</term>
<min:administrativeStatus xmlns:min="urn:min">supersededTerm-admn-sts</min:administrativeStatus></termSec></langSec>
<langSec xml:lang="fr"><termSec><term>quai</term></termSec></langSec></conceptEntry></body></text></tbx>
"""
