BEGIN TRANSACTION;
CREATE TABLE answers (
	number INTEGER NOT NULL, 
	campaign VARCHAR(100) NOT NULL, 
	annotator VARCHAR(100) NOT NULL, 
	item INTEGER NOT NULL, 
	step INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	seconds DOUBLE, 
	responses TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "answers" VALUES(6,'spring','ada',2,0,1.79505332000770020483e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(7,'spring','ada',2,1,1.7950533200208795071e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(8,'spring','ada',1,0,1.79505332002956151955e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(9,'spring','ada',1,1,1.79505332003551077843e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(10,'spring','ada',3,0,1.79505332004393935206e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(11,'spring','ada',3,1,1.7950533200558369159e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(12,'spring','ada',6,0,1.79505332006820321087e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(13,'spring','ada',6,1,1.79505332018104600899e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(14,'spring','ada',0,0,1795053320.21896,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(15,'spring','ada',0,1,1.79505332039044070242e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(16,'spring','ada',7,0,1.79505332039457130436e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(17,'spring','ada',7,1,1.79505332040642404554e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(18,'spring','ada',5,0,1.79505332041841912269e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(19,'spring','ada',5,1,1.79505332043047595024e+09,3.5,'{"u1": {"score": 100}}');
INSERT INTO "answers" VALUES(20,'spring','ada',4,0,1.7950533204427442551e+09,3.5,'{"u1": {"errors": []}}');
INSERT INTO "answers" VALUES(21,'spring','ada',4,1,1795053320.4528,3.5,'{"u1": {"score": 100}}');
CREATE TABLE events (
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	campaign VARCHAR(100) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	actor VARCHAR(100) NOT NULL, 
	"key" VARCHAR(100) NOT NULL, 
	payload TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "events" VALUES(1,1.7950533198903632164e+09,'spring','created','admin','','{"definition": {"name": "spring", "protocol": {"name": "esa", "version": "1", "scheme": "esa", "arrangement": "output", "steps": [{"shows": ["source", "output", "context"], "fields": [{"name": "errors", "kind": "spans", "question": "errors.question", "required": false, "severities": ["minor", "major"], "sides": ["target", "missing"]}]}, {"shows": ["source", "output", "context"], "fields": [{"name": "score", "kind": "slider", "question": "score.question", "aspect": "score", "ticks": [{"at": 0, "text": "score.0"}, {"at": 100, "text": "score.100"}]}]}], "wording": {"en": {"title": "Rate the translation", "instructions": "Mark errors in the translation, then give it a score.", "errors.question": "Mark every error.", "score.question": "How good is the translation?", "score.0": "no meaning preserved", "score.100": "perfect"}}}, "texts": {"languages": ["de", "en"], "source": ["Quelle 0", "Quelle 1", "Quelle 2", "Quelle 3"], "reference": ["reference 0", "reference 1", "reference 2", "reference 3"], "document": ["document-0", "document-0", "document-1", "document-1"], "outputs": {"alder": ["output 0 by no 5", "output 1 by no 5", "output 2 by no 5", "output 3 by no 5"], "birch": ["output 0 by no 5", "output 1 by no 5", "output 2 by no 5", "output 3 by no 5"]}, "segments": ["segment-0", "segment-1", "segment-2", "segment-3"]}, "plan": {"items": [{"number": 0, "units": [{"segment": 0, "systems": ["alder"], "text": "output 0 by no 5"}], "document": "document-0"}, {"number": 1, "units": [{"segment": 0, "systems": ["birch"], "text": "output 0 by no 5"}], "document": "document-0"}, {"number": 2, "units": [{"segment": 1, "systems": ["alder"], "text": "output 1 by no 5"}], "document": "document-0"}, {"number": 3, "units": [{"segment": 1, "systems": ["birch"], "text": "output 1 by no 5"}], "document": "document-0"}, {"number": 4, "units": [{"segment": 2, "systems": ["alder"], "text": "output 2 by no 5"}], "document": "document-1"}, {"number": 5, "units": [{"segment": 2, "systems": ["birch"], "text": "output 2 by no 5"}], "document": "document-1"}, {"number": 6, "units": [{"segment": 3, "systems": ["alder"], "text": "output 3 by no 5"}], "document": "document-1"}, {"number": 7, "units": [{"segment": 3, "systems": ["birch"], "text": "output 3 by no 5"}], "document": "document-1"}], "bundles": [{"number": 0, "items": [0, 1, 2, 3, 4, 5, 6, 7]}], "seed": 1}, "settings": {"language": "en"}}}');
INSERT INTO "events" VALUES(2,1.7950533198903632164e+09,'spring','annotator-added','admin','','{"name": "ada", "role": "annotator"}');
INSERT INTO "events" VALUES(3,1.7950533198903632164e+09,'spring','annotator-added','admin','','{"name": "ben", "role": "annotator"}');
INSERT INTO "events" VALUES(4,1.79505331998990154268e+09,'spring','leased','ada','','{"bundle": 0, "order": [2, 1, 3, 6, 0, 7, 5, 4], "until": 1795056919.9899015}');
INSERT INTO "events" VALUES(5,1.79505331998990154268e+09,'spring','wording-shown','system','','{"digest": "621ab3b032894ecc", "wording": {"title": "Rate the translation", "instructions": "Mark errors in the translation, then give it a score.", "errors.question": "Mark every error.", "score.question": "How good is the translation?", "score.0": "no meaning preserved", "score.100": "perfect"}}');
INSERT INTO "events" VALUES(6,1.79505332000770020483e+09,'spring','answered','ada','key-00000001','{"bundle": 0, "item": 2, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(7,1.7950533200208795071e+09,'spring','answered','ada','key-00000002','{"bundle": 0, "item": 2, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(8,1.79505332002956151955e+09,'spring','answered','ada','key-00000003','{"bundle": 0, "item": 1, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(9,1.79505332003551077843e+09,'spring','answered','ada','key-00000004','{"bundle": 0, "item": 1, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(10,1.79505332004393935206e+09,'spring','answered','ada','key-00000005','{"bundle": 0, "item": 3, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(11,1.7950533200558369159e+09,'spring','answered','ada','key-00000006','{"bundle": 0, "item": 3, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(12,1.79505332006820321087e+09,'spring','answered','ada','key-00000007','{"bundle": 0, "item": 6, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(13,1.79505332018104600899e+09,'spring','answered','ada','key-00000008','{"bundle": 0, "item": 6, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(14,1795053320.21896,'spring','answered','ada','key-00000009','{"bundle": 0, "item": 0, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(15,1.79505332039044070242e+09,'spring','answered','ada','key-00000010','{"bundle": 0, "item": 0, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(16,1.79505332039457130436e+09,'spring','answered','ada','key-00000011','{"bundle": 0, "item": 7, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(17,1.79505332040642404554e+09,'spring','answered','ada','key-00000012','{"bundle": 0, "item": 7, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(18,1.79505332041841912269e+09,'spring','answered','ada','key-00000013','{"bundle": 0, "item": 5, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(19,1.79505332043047595024e+09,'spring','answered','ada','key-00000014','{"bundle": 0, "item": 5, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(20,1.7950533204427442551e+09,'spring','answered','ada','key-00000015','{"bundle": 0, "item": 4, "step": 0, "responses": {"u1": {"errors": []}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
INSERT INTO "events" VALUES(21,1795053320.4528,'spring','answered','ada','key-00000016','{"bundle": 0, "item": 4, "step": 1, "responses": {"u1": {"score": 100}}, "times": {"shown": 1000.0, "sent": 5000.0, "active": 3500.0}, "wording": "621ab3b032894ecc", "version": "1", "positions": {"u1": 1}}');
CREATE TABLE secrets (
	name VARCHAR(40) NOT NULL, 
	secret BLOB NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('screens',X'78F937BB8405ED7CA0F84F77D83C7B21B11CEDB2BA5265E9BA5AF1DF9205B436');
CREATE TABLE snapshots (
	campaign VARCHAR(100) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (campaign)
);
INSERT INTO "snapshots" VALUES('spring','0.1.0/1',21,'{"number": 21, "annotators": {"ada": {"lease": {"bundle": 0, "order": [2, 1, 3, 6, 0, 7, 5, 4], "until": 1795056919.9899015, "answers": {"2": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "1": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "3": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "6": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "0": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "7": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "5": [{"u1": {"errors": []}}, {"u1": {"score": 100}}], "4": [{"u1": {"errors": []}}, {"u1": {"score": 100}}]}}, "finished": [0], "screens": 8}, "ben": {}}, "completions": {"0": 1}, "wordings": ["621ab3b032894ecc"], "closed": false}');
CREATE TABLE tokens (
	id VARCHAR(16) NOT NULL, 
	hash BLOB NOT NULL, 
	campaign VARCHAR(100) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	until DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tokens" VALUES('dvl3itMlsF',X'829622558A69102E3CFF191A9CC18F16C991CE370140095B4CEAAEA11D26A943','spring','annotator','ada','link',1.82658931991259336474e+09);
INSERT INTO "tokens" VALUES('DBf02oPyQs',X'064B81258DE1E5550E55A293E4A60E6FFC8BFC5A13E245B5EED907A28DA074CA','spring','annotator','ada','session',1.79764531997959208483e+09);
CREATE INDEX events_actor ON events (campaign, actor);
CREATE INDEX events_campaign ON events (campaign, number);
CREATE UNIQUE INDEX events_key ON events (campaign, actor, "key") WHERE key <> '';
CREATE UNIQUE INDEX answers_of ON answers (campaign, annotator, item, step);
CREATE INDEX tokens_of ON tokens (campaign, name);
COMMIT;
