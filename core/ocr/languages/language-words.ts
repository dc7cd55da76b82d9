/**
 * Words and letters that distinguish the supported languages: the most frequent function words, and words of letters,
 * invoices, forms and minutes. Compiled for Tearline. Words are compared in lower case without diacritics, because the
 * text of a page that was read with another language's engine has lost its diacritics.
 */
import type { Language } from './languages.ts';

export type LatinLanguage = Exclude<Language, 'ja'>;

const WORDS: Readonly<Record<LatinLanguage, string>> = {
  en:
    'the of and to in is for that with on as are be this by from at or an was have has not it which will you ' +
    'your we our they their if all any may shall can been its were would about more than when who other page ' +
    'date total amount number name address please dear invoice payment tax bill customer order due yes no ' +
    'these each see use must should after before between does under over form where how vat',
  de:
    'der die das und ist nicht mit den dem des ein eine einer eines einem einen von zu zum zur im in für auf ' +
    'auch sich bei nach aus wird werden wurde sind als oder durch über an es er sie wir ihr ihre ihren uns ' +
    'haben hat kann bis vom wie aber nur noch am datum rechnung betrag summe seite strasse straße kunde ' +
    'kundennummer nummer bitte sehr geehrte damen herren steuer mwst gesamt zahlung bestellung lieferung ' +
    'menge preis netto brutto telefon konto bank herr frau unter diese dieser dieses beim sowie gemäß ' +
    'anmeldung formular erklärung jahr jahre nr art ust',
  fr:
    'le la les des du de et est une un en dans pour par sur avec que qui au aux ce cette ces sont pas ne vous ' +
    'nous votre vos nos notre il elle ils ou plus être été ont leur leurs son ses sa comme mais si tout tous ' +
    'fait date montant facture total client numero numéro adresse rue page paiement tva prix quantité ' +
    'quantite madame monsieur nom prénom prenom ville commande compte société ainsi entre sans sous afin ' +
    'article même chez après avant selon dont peut doit art',
  es:
    'el la los las del de y es en que por para con una un se no su sus al como más mas o este esta estos ' +
    'estas fue ser son ha han lo le les pero sin sobre entre hasta desde muy también tambien cuando donde ' +
    'todo todos fecha importe factura total cliente número numero dirección direccion calle página pagina ' +
    'pago iva precio cantidad señor señora nombre apellidos teléfono telefono cuenta año años según segun ' +
    'mediante artículo articulo dicha dicho debe puede cada si nos cual ley datos empresa',
  it:
    'il lo la gli le di del della dello dei degli delle e è che per con una un in nel nella dal dalla dai al ' +
    'alla alle ai si non sono come anche più piu ma o da questo questa questi essere stato ha hanno suo sua ' +
    'tra fra dopo presso data importo fattura totale cliente numero indirizzo via pagina pagamento iva prezzo ' +
    'quantità quantita signor signora nome cognome telefono conto anno anni articolo ogni viene deve può puo ' +
    'secondo sulla sul nei nelle ed ad allo quale',
  nl:
    'de het een en van in is op te dat die voor met zijn niet aan er om ook als bij door naar uit dan maar ' +
    'over deze dit worden wordt werd heeft hebben kan kunnen of tot onder tussen na nog wel geen meer u uw ' +
    'wij ons onze hij zij je datum bedrag factuur totaal klant nummer adres straat pagina betaling btw prijs ' +
    'aantal geachte heer mevrouw naam telefoon rekening jaar gemeente moet zoals wat waar alle per volgens ' +
    'binnen tegen zonder graag nr art',
  pl:
    'i w z na do nie się sie jest że ze to o od za dla po przez oraz lub przy jak są sa być byc może moze tym ' +
    'tego jego jej ich który ktory która ktora które ktore tylko czy ma być co już juz ale gdy ten ta te we ' +
    'ze pod nad bez także takze data kwota faktura razem suma numer nr adres ulica ul strona płatność ' +
    'platnosc vat cena ilość ilosc nazwa imię imie nazwisko podpis konto rok roku należy nalezy zł zl ' +
    'sprzedawca nabywca brutto netto zgodnie podstawie wniosek prawo art ust dnia pracy zadanie każdy kazdy',
  cs:
    'a v je na se z s do pro že ze to o k od za po při pri jako nebo ale by jsou jsem byl byla bylo být byt ' +
    'není neni podle které ktere který ktery která ktera jeho její jeji jejich také take tak již jiz však ' +
    'vsak mezi před pred pouze bude budou až az ve ke ze si co aby když kdyz datum částka castka faktura ' +
    'celkem číslo cislo adresa ulice strana platba dph cena množství mnozstvi jméno jmeno příjmení prijmeni ' +
    'podpis účet ucet rok roku vážený vazeny dodavatel odběratel odberatel splatnosti obce obec ' +
    'zastupitelstvo usnesení usneseni zákona zakona dne kč kc smlouva škola této tohoto tomto částky celkové ' +
    'faktury které kterého kterým níže výše více méně protože také všechny všichni všech dále ještě měsíc ' +
    'měsíce prosíme proto tedy jiné jiných strany smlouvy článek odstavec případě společnosti',
  sk:
    'a v je na sa z s do pre že ze to o k od za po pri ako alebo ale by sú su som bol bola bolo byť byt nie ' +
    'podľa podla ktoré ktore ktorý ktory ktorá ktora jeho jej ich tiež tiez tak už uz však vsak medzi pred ' +
    'len iba bude budú budu až az vo ku zo si čo co aby keď ked dátum datum suma faktúra faktura spolu číslo ' +
    'cislo adresa ulica strana platba dph cena množstvo mnozstvo meno priezvisko podpis účet ucet rok roku ' +
    'vážený vazeny dodávateľ dodavatel odberateľ odberatel splatnosti obce obec zastupiteľstvo uznesenie ' +
    'zákona zakona dňa dna eur zmluva škola môže moze boli každý má pri týmto objednávka tejto tohto tomto ' +
    'sumy celkovej celková faktúry ktorej ktorého ktorým nižšie vyššie viac menej keďže pretože aj všetky ' +
    'všetci všetkých ďalej ešte mesiac mesiaca prosíme preto teda iné iných strany zmluvy článok odsek podľa ' +
    'prípade spoločnosti',
};

/** Letters that only some of the languages use, with the weight of one occurrence. */
export const DISTINCTIVE_LETTERS: readonly (readonly [
  letters: string,
  languages: readonly LatinLanguage[],
  weight: number,
])[] = [
  ['ß', ['de'], 2],
  ['äü', ['de', 'sk'], 0.5],
  ['üö', ['de'], 0.7],
  ['êèùûœ', ['fr'], 0.8],
  ['ç', ['fr'], 0.8],
  ['à', ['fr', 'it'], 0.6],
  ['ìò', ['it'], 1.5],
  ['è', ['it'], 0.6],
  ['ñ¿¡', ['es'], 2],
  ['íóáú', ['es', 'cs', 'sk'], 0.3],
  ['ąęłńśźż', ['pl'], 1.5],
  ['řěů', ['cs'], 2],
  ['ľĺŕô', ['sk'], 2],
  ['ď', ['sk', 'cs'], 0.5],
  ['čšžýť', ['cs', 'sk'], 1],
  ['ň', ['cs', 'sk'], 1],
  ['ë', ['nl', 'fr'], 0.5],
];

/** Prefixes and suffixes that only some of the languages have, for pages with few function words. */
export const DISTINCTIVE_AFFIXES: readonly (readonly [
  pattern: RegExp,
  languages: readonly LatinLanguage[],
  weight: number,
])[] = [
  [/(ung|keit|heit|lich|schaft|ungen|isch)$/, ['de'], 1],
  [/(ij|aa[nrt]|oo[rn]|eer|heid|schap|ingen|lijk|isch)$/, ['nl'], 0.8],
  [/^(ver|ge)[a-z]{4,}(en|t)$/, ['de', 'nl'], 0.4],
  [/(zione|zioni|mento|ità|aggio|etto|ella)$/, ['it'], 1],
  [/(ción|cion|ciones|dad|miento|ados|idos)$/, ['es'], 1],
  [/(eaux|ment|eur|euse|aire|ière|iere|ées|ique)$/, ['fr'], 0.8],
  [/(ing|tion|tions|ness|ship|ly|ed)$/, ['en'], 0.6],
  [/(ość|osc|nie|nia|ego|emu|owy|owa|owe|ych|cji|cja|acja)$/, ['pl'], 0.8],
  [/(ého|ého|ní|ové|ství|ích|ými|ské)$/, ['cs'], 0.8],
  [/(ého|nie|osť|ost|ovanie|ách|ých|ské|teľ|ej|ov|ami|ách)$/, ['sk'], 0.7],
];

/** Normalises a word for comparison: lower case, without diacritics. */
export function foldWord(word: string): string {
  return word.toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l').normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Normalised word → weights by language: the fewer languages have a word, the higher its weight. */
export const WORD_WEIGHTS: ReadonlyMap<string, readonly (readonly [LatinLanguage, number])[]> = weighWords();

function weighWords(): Map<string, (readonly [LatinLanguage, number])[]> {
  const languagesOf = new Map<string, Set<LatinLanguage>>();
  for (const [language, words] of Object.entries(WORDS) as [LatinLanguage, string][]) {
    for (const word of words.split(' ').map(foldWord)) {
      languagesOf.set(word, (languagesOf.get(word) ?? new Set()).add(language));
    }
  }
  const weights = new Map<string, (readonly [LatinLanguage, number])[]>();
  for (const [word, languages] of languagesOf) {
    const weight = (word.length === 1 ? 0.3 : 1) / languages.size ** 1.5;
    weights.set(
      word,
      [...languages].map((language) => [language, weight] as const),
    );
  }
  return weights;
}
