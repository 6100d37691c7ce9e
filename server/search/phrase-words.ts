import { fold } from '../values/fold.ts';

/**
 * Words of questions and requests around a title, such as “do you have … by …” or “ich suche …”.
 * They are ignored only if no book has them beside the other words of the query.
 */
const questions = [
  'im id ive whats wheres whos looking search searching find finding found want wanted need get give show tell know',
  'called named titled entitled name title wrote writes author writer can could would should like love please thanks hi hello hey',
  'some any something someone anyone recommend recommendation recommendations suggest best good great top famous favorite favourite',
  'suche suchen finde finden gibt habt haben hast mochte mochten will wollen kann konnt konnen bitte heisst namens titel autor autorin verfasser geschrieben schrieb',
  'cherche cherchons chercher trouver trouve veux voudrais avez appele intitule titre ecrit ecrite auteur sil plait',
  'busco buscando buscar quiero quisiera encontrar encuentro tienen tienes tiene llamado titulado titulo escribio escrito autor donde puedo',
  'cerco cercando cercare vorrei voglio trovare trovo avete intitolato chiamato titolo scritto autore dove posso',
  'procuro procurando procurar quero queria encontrar encontro onde tem chamado intitulado titulo escreveu autor posso voce voces',
  'zoek zoeken wil graag vind vinden hebben heeft jullie genaamd titel schreef geschreven auteur waar kan',
  'letar soker vill hitta finns heter skrev skriven forfattare efter boken var kan',
  'leder soger vil finde finne hedder heter skrev forfatter bogen boken',
  'etsin etsimme haluan haluaisin loytyyko onko kirjoitti nimelta kirjaa mista loydan',
  'keresem keresek szeretnem szeretnek van cimu irta konyvet hol talalom',
  'szukam chce chcialbym znalezc napisal napisala ksiazki ksiazke ksiazka pod tytulem tytul autor gdzie',
  'hledam chci najit napsal napsala knihu kniha nazvem autor kde',
  'ищу хочу найти книгу книга книги книгой называется название написал написала автор где можно есть ли у вас подскажите',
  'ψαχνω θελω βρω βιβλιο βιβλια συγγραφεας που μπορω',
  'ariyorum istiyorum kitabi kitap kitabini yazdi yazari nerede',
  'caut vreau cartea carte autorul unde vull busco llibre llibres',
].join(' ');

/** Words that name a format, an edition, a shop or a publisher’s series in the titles of shops. */
const editions = [
  'mobi azw azw3 txt html doc docx zip djvu fb2 torrent file version versions translation translated translator translations',
  'listen listening audio buy cheap price sale shop store amazon goodreads audible gutenberg librivox archive libgen scribd',
  'review reviews summary analysis notes sparknotes cliffsnotes quotes pages',
  'hardcover hardback softcover softback illustrated annotated abridged original originals deluxe collector collectors anniversary',
  'editions classic classics series library press publishing publishers publications publication penguin dover thrift oxford wordsworth everyman everymans signet puffin',
  'vintage norton bantam barnes noble modern harper collins harpercollins macmillan canterbury worlds popular',
  'downloads downloading downloadable gratis kostenlos kostenlose herunterladen lesen taschenbuch gebunden ausgabe auflage reclam insel suhrkamp fischer klassiker ubersetzung ubersetzt',
  'gratuit gratuite gratuitement telecharger telechargement lire ligne occasion poche broche folio garnier flammarion gallimard pleiade traduction traduit',
  'gratuito gratuita descargar leer linea edicion ediciones letras hispanicas catedra alianza austral espasa clasicos bolsillo tapa blanda dura traduccion traducido',
  'scaricare leggere edizione edizioni einaudi mondadori feltrinelli rizzoli garzanti adelphi classici tradotto traduzione',
  'baixar ler linha edicao traducao traduzido downloaden vertaling lezen ladda ner lasa oversattning laese lese hent',
  'ilmainen ilmaiseksi lataa lukea luettavaksi suomennos ingyen letoltes letoltese olvasni olvasas darmo pobierz czytac przeczytac tlumaczenie',
  'zdarma stahnout cist precist preklad скачать бесплатно читать прочитать онлайн перевод издание δωρεαν κατεβασμα διαβασω',
  'indir ucretsiz oku okumak gratuit descarca citesc citi llegir',
].join(' ');

const words = new Set(`${questions} ${editions}`.split(' ').map((word) => fold(word)));

/** Whether a folded word often stands around a title without being a part of it. */
export function isPhraseWord(word: string): boolean {
  return words.has(word);
}
