/**
 * Month names and their common abbreviations in the nine Latin languages that Tearline supports, in lower case, without
 * dots.
 */
const NAMES: readonly (readonly string[])[] = [
  'january jan januar jänner janvier janv enero ene január januára ledna leden stycznia styczeń sty gennaio gen januari',
  'february feb februar feber février févr fév fevrier febrero február februára února únor lutego luty lut febbraio februari',
  'march mar märz mrz maerz mars marzo március marca marec března březen marca marzec maart mrt',
  'april apr avril avr abril abr apríla apríl dubna duben kwietnia kwiecień kwi aprile',
  'may mai mayo mája máj května květen maja maj maggio mag mei',
  'june jun juni juin junio júna jún června červen czerwca czerwiec cze giugno giu',
  'july jul juli juillet juil julio júla júl července červenec lipca lipiec lip luglio lug',
  'august aug août aout agosto ago augusta srpna srpen sierpnia sierpień sie augustus',
  'september sep sept septembre septiembre setiembre septembra září zari września wrzesień wrz settembre set',
  'october oct oktober okt octobre octubre októbra október října říjen rijen października październik paź ottobre ott',
  'november nov novembre noviembre novembra listopadu listopad listopada lis',
  'december dec dezember dez décembre déc decembre diciembre dic decembra prosince prosinec grudnia grudzień gru ' +
    'dicembre',
].map((names) => names.split(' '));

/** Number of the month (1 to 12) by its name. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);
