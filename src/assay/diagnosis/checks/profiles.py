"""Words and letters that give a language away: the commonest little words of 34 languages, and telling letters.

Written by hand. A word that several languages share speaks for each of them, but the less the more share it.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "en": "the of and to in is that it for was on are with as his they be at this have from or had by but what "
    "all were we when your can there she which their will would if about how an each do he you not my who been "
    "has its into them then more him could than did our these just because don think know like get i'm it's "
    "out up no very some one me people where so here why now make want any off should please much those too",
    "de": "der die das und ist nicht ein eine ich zu den mit sich des auf für von dem sie wir es im auch als an "
    "nach wie er bei einer um am sind noch wird aus einem einen oder aber werden wenn ihr haben hat war dass "
    "durch nur über so zum zur kann mein mich mir uns habe man was vor bis sehr schon diese dieser mehr wurde "
    "ihre hier gibt doch da bin dann ihnen können eines weil alle muss gut kein keine immer jetzt ja nein unter",
    "fr": "le la les de des du et est un une en que qui dans pour pas il elle sur plus ne se au avec ce cette "
    "son sa ses par ils nous vous je mais ou où leur été sont aux comme fait bien tout tous être avoir ont mon "
    "même deux aussi très sans peut donc si était c'est d'un d'une qu'il j'ai n'est quand entre après faire",
    "es": "el la los las de del que y en un una es por con no para se su al lo como más pero sus le ya o este sí "
    "porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno "
    "les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro él tanto está son fue ha "
    "era ser tiene hace puede años dos bien así gracias estamos",
    "it": "il lo la i gli le di del della dei delle che e è un una uno in per non con si da al alla sono ma come "
    "più anche ha ho questo questa nel nella se mi ci ne dal dalla suo sua loro essere stato molto tutti quando "
    "perché cosa così fare solo ancora dopo hanno tutto due chi sul quello quella era io lui noi degli alle sia "
    "può senza c'è",
    "pt": "o a os as de do da dos das que e em um uma é para com não por no na nos nas se mais como mas ao ele ela "
    "foi são tem seu sua ou quando muito já eu também só pelo pela até isso entre depois sem mesmo aos seus quem "
    "me esse eles você essa num nem às minha numa eram está ser fazer estava tudo porque pode há ainda então "
    "anos este esta isto nós",
    "nl": "de het een en van in is dat op te zijn voor met niet aan er ook als die maar om hij ze je door over "
    "bij nog naar uit was dan wat zo heeft worden ik deze wordt had hebben wij we of kan tot meer geen werd al "
    "zich moet veel hun haar onze dit waar mijn toch alleen heel goed omdat tussen onder tijdens jaar kunnen",
    "sv": "och i att det som en på är av för med den till inte har de ett om vi han var jag men så från ut när "
    "kan du eller nu vara sig här ska över även mycket bara hur där då efter upp vid sin mot skulle hade blev "
    "alla dem också kommer några mer än detta denna finns vad många varit utan blir honom hennes får måste",
    "da": "og i at det en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham "
    "hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne ind når "
    "være dog noget ville jo deres efter ned skulle denne end dette mit også under have dig anden hende mine "
    "meget sit bliver blive nogle gennem år kun",
    "no": "og i jeg det at en et den til er som på de med han av ikke der så var meg seg men ett har om vi min mitt "
    "ha hadde hun nå over da ved fra du ut sin dem oss opp man kan hans hvor eller hva skal selv sjøl her alle vil "
    "bli ble blitt kunne inn når være kom noen noe ville dere deres kun ja etter ned skulle denne for deg si sine "
    "sitt mot å meget hvorfor dette disse uten hvordan ingen din ditt blir samme hvilken hvilke mellom",
    "fi": "ja on ei se että hän oli ovat joka mutta tämä kun niin kuin myös mukaan tai jos sen sitä siitä ole mitä "
    "nyt vain hänen olla sekä joka jotka ollut vielä minä sinä me te he jo koska kanssa ennen jälkeen kaikki niitä "
    "näin voi olen olemme onko eli siis tässä sitten mikä missä hyvin enemmän tämän vuonna jonka",
    "pl": "i w nie na się z że do to jest jak o co ale po tak za od go tym był ich jego było już tylko przez czy dla "
    "może ja być bardzo są by który która które oraz także przy te jej mnie nas pan ten lub kiedy więc został "
    "gdy ponieważ wszystko jestem sobie bez pod ze również jednak mają można roku jako nim nawet",
    "cs": "a je v se na že to s z do o i jsem ale jak jako by pro tak po co za který která které jsou není už když "
    "od bude jen byl bylo byla ve aby podle také nebo si jeho jsme mě při být až však ještě kde má proto tím než "
    "pokud může jejich před mezi ze tento této své roce protože tady jste něco ho jí tato všechno",
    "sk": "a je v sa na že to s z do o i som ale ako by pre tak po čo za ktorý ktorá ktoré sú nie už keď od bude len "
    "bol bolo bola vo aby podľa tiež alebo si jeho sme ma pri byť až však ešte kde má preto tým než ak môže ich "
    "pred medzi zo tento tejto svoje roku pretože tu ste niečo ho jej táto všetko mám veľmi ľudí ľudia tom veci "
    "niekto vám teraz mi boli môj iba takže teda alebo každý môžete",
    "sl": "je in v na se da za so pa ki z to s po kot bi ne tudi od ni ali pri iz bil bo bila več do ko še sem že "
    "kar tako ker če le o jih biti ga lahko smo pred med svoje njegov zelo kako sta ste jaz vse kaj kjer imajo",
    "hr": "i je u se na da su za od a s o kao koji koja koje ali iz što nije bi će bio po ne to sam ili te bila kako "
    "do sve samo već kod može biti pri smo više njih nego prije tako jer još ovaj ova ovo bilo gdje kada zbog "
    "nakon između svoje ima imaju ste njegov",
    "hu": "a az és hogy nem is egy volt van meg csak már még de ez el ha azt mint ki vagy én azok mert amely lehet "
    "minden kell nagyon után voltak ezt szerint őket ami aki sem két között pedig itt így ők mi volna lesz fel ezek "
    "alatt által illetve nincs vannak olyan ilyen úgy most először",
    "ro": "și în de la a cu pe că nu este un o din care pentru mai sunt ce se au fost ca sau dar prin după al ale fi "
    "lui ei sa său fără când acest această foarte dacă între avea am ai asupra ar era cum doar despre într fiind "
    "unei unui toate tot lor despre poate niște noi voi ele",
    "tr": "bir ve bu için de da ile ne çok olarak daha gibi olan en kadar ama o ben sen biz sonra var yok değil mi "
    "her şey ya şu kendi onun ise bunu diye zaman çünkü oldu olduğu olduğunu şekilde ki sadece önce veya tarafından "
    "nasıl hiç göre büyük iyi yeni bana sana bunun ederek etti",
    "id": "yang dan di ini itu dengan untuk dari dalam tidak pada akan adalah ke karena saya kami mereka ada oleh "
    "atau juga bahwa dia bisa sudah kita seperti lebih telah dapat anda tersebut sebagai hanya jika saat orang "
    "menjadi secara harus belum tahun namun lagi banyak hari masih sangat apa",
    "vi": "và của là có không được cho một trong với các người này đã những để từ khi đó ở như tôi cũng nhiều về "
    "ra đến vào sẽ bạn thì rất trên hay phải nhưng chúng lại năm nó theo đang làm sau bị vì còn tại nếu mà anh ấy "
    "việc hơn nước nhất",
    "et": "ja on ei see et oli ka ta mis kui aga ning oma mida seda kes või siis nii selle veel kuid pole ma me te "
    "nad mul olen olla ole välja juba oma üks väga kõik saab pärast just ainult enne kuna nende mitte peale need "
    "tema oleks ole kus",
    "lv": "un ir ka uz no ar par tas bija ar kas vai bet lai kā pie tā nav arī ja es tiek mēs viņš viņa pēc pēc tikai "
    "vēl kad jau šo viņi gan būs šis ļoti var tad savu būt kopā pirms tiem šī tādēļ līdz gada bez mūsu kur to",
    "lt": "ir yra kad į su iš tai kaip bet ne buvo jis ji o dėl tik nuo apie ar jau po dar prie jo kai už taip gali "
    "būti mes aš savo iki labai kurie kuris jie metu nėra prieš pagal tačiau taip pat nes mūsų čia arba buvo",
    "ca": "el la els les de del dels i que en un una és per amb no més com però al als seu seva ha va són aquest "
    "aquesta també es ser fer han molt quan si hi ho on tot tots fins sobre entre després sense perquè aquests "
    "cada d'un d'una l'any dos això pot nosaltres",
    "ru": "и в не на я что он с как это по но они к у ты из мы за вы так же от меня бы для о было её его то ещё еще "
    "был если только или быть ее когда уже мне были до вот кто да нет очень чтобы себя под этого может при этом "
    "где есть была их этот эта эти которые который которая там после лет всё все нас",
    "uk": "і в не на я що він з як це по але вони до у ти із ми за ви так же від мене б для про було її його то ще "
    "був якщо тільки або бути коли вже мені були хто та ні дуже щоб себе під цього може при де є була їх цей ця ці "
    "які який яка там після років все всі нас також має й зі через",
    "bg": "и в не на аз че той с като това по но те към у ти от ние за вие така да са се е бе беше ще го му ѝ им "
    "или ако когато само още вече също до при този тази тези които който която много може има след през както "
    "защото без една един нещо бъде със във няма ни си",
    "sr": "и је у се на да су за од а с о као који која које али из што није би ће био по не то сам или те била како "
    "до све само већ код може бити при смо више њих него пре тако јер још овај ова ово било где када због након "
    "између своје има имају сте његов",
    "ar": "في من على أن إلى هذا هذه التي الذي ما لا عن مع كان كانت هو هي قد لم كل بعد بين ذلك أو إن حيث عند لكن "
    "وقد كما أي غير ثم حتى إذا هناك نحن كنت يكون منذ خلال فيها وهو وهي أنه لقد ليس كيف لماذا فقط جدا يمكن",
    "fa": "و در به از که این را با است برای آن یک خود تا کرد بر هم نیز گفت می شود بود شد ما او اما یا هر ها های باید "
    "دارد اگر شده من چه پس همه پیش وی بین هستند کند کنند نمی اند بوده دیگر هیچ چون آنها بسیار کنید",
    "ur": "کے میں کی ہے اور سے کا کو اس نے ہیں کہ پر یہ بھی وہ ایک جو نہیں تھا ہو تھے کر گیا ہے ان تو لیے تک گئی تھی "
    "اپنے ساتھ بعد ہم آپ کیا ہوئے ہی رہا کچھ جس کرنے",
    "hi": "के में की है और से का को इस ने हैं कि पर यह भी वह एक जो नहीं था हो थे कर गया उन तो लिए तक थी अपने साथ बाद "
    "हम आप क्या ही रहा कुछ जिस करने मैं ये लेकिन बहुत जब हमें",
    "mr": "आहे आणि या हे तो ते ती मी आहेत नाही होते होता होती की व पण तर असे त्या त्याच्या त्यांनी केले साठी मध्ये आपण "
    "काही एक झाले येथे म्हणून करून माझ्या आम्ही",
}
# Letters that speak for the languages behind them, and against the rest of a script
LETTERS: Mapping[str, str] = {
    "ß": "de",
    "äöü": "de sv fi et hu tr sk",
    "ñ¿¡": "es",
    "ãõ": "pt",
    "ç": "fr pt ca tr",
    "œ": "fr",
    "ïÿ": "fr nl ca",
    "àè": "fr it ca",
    "êîû": "fr",
    "ìò": "it",
    "å": "sv da no fi",
    "æø": "da no",
    "ąęśźćńł": "pl",
    "řěů": "cs",
    "ľĺŕô": "sk",
    "ťď": "cs sk",
    "áéíóúý": "cs sk es pt hu ca vi",
    "čšž": "cs sk sl hr et lv lt",
    "đ": "hr vi",
    "őű": "hu",
    "ășțşţ": "ro",
    "ığ": "tr",
    "āēīūģķļņ": "lv",
    "ėįųūą": "lt",
    "ơưăạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ": "vi",
    "ыэё": "ru",
    "іїєґ": "uk",
    "ъ": "bg ru",
    "ћђјљњџ": "sr",
    "پچگژ": "fa ur",
    "ٹڈڑںے": "ur",
}
OF_SCRIPT: Mapping[str, tuple[str, ...]] = {  # languages that words and letters must tell apart
    "latin": (
        *("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "sk", "sl", "hr"),
        *("hu", "ro", "tr", "id", "vi", "et", "lv", "lt", "ca"),
    ),
    "cyrillic": ("ru", "uk", "bg", "sr"),
    "arabic": ("ar", "fa", "ur"),
    "devanagari": ("hi", "mr"),
}
ALONE: Mapping[str, str] = {  # scripts that one language of the list is written in
    "greek": "el",
    "hebrew": "he",
    "armenian": "hy",
    "georgian": "ka",
    "thai": "th",
    "lao": "lo",
    "hangul": "ko",
    "kana": "ja",
    "han": "zh",
    "bengali": "bn",
    "gurmukhi": "pa",
    "gujarati": "gu",
    "tamil": "ta",
    "telugu": "te",
    "kannada": "kn",
    "malayalam": "ml",
    "sinhala": "si",
    "khmer": "km",
    "myanmar": "my",
    "tibetan": "bo",
    "ethiopic": "am",
}
