/** A word that messages do not use, and its replacement. See docs/glossary.md. */
export interface AvoidedWord {
  word: RegExp
  use: string
}

/** What no message of any language says: the connected service has its own name, `{service}`. */
export const serviceWords: Readonly<Record<string, RegExp>> = {
  en: /\bSafetyCulture\b/i,
  de: /\bSafetyCulture\b|\b(?:der|den|dem|des|vom|beim|zum) Dienst(?:e?s)?\b/i,
  es: /\bSafetyCulture\b|\b(?:el|del|al) servicio\b/i,
  fr: /\bSafetyCulture\b|\b(?:le|du|au) service\b/i,
}

/** A straight apostrophe between two letters. Other straight apostrophes may be the quotes of ICU around braces. */
const straightApostrophe: AvoidedWord = { word: /\p{L}'\p{L}/u, use: '’' }

const englishWords: readonly AvoidedWord[] = [
  { word: /\banew\b/i, use: 'again, or "Start over"' },
  { word: /\bmeanwhile\b/i, use: 'since then, or name who changed it' },
  { word: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  { word: /\bst(?:ands|ood)\b/i, use: 'is shown, is listed' },
  { word: /\b(?:bring|brings|brought|bringing) (?:\w+ )?in\b/i, use: 'import' },
  { word: /\bthe service\b(?! accounts?\b)/i, use: 'the product by its name, or "the server"' },
  { word: /\btoken['’]s owner\b/i, use: 'the connected account' },
  { word: /\bowner of the (?:service['’]s )?token\b/i, use: 'the connected account' },
  { word: /\bof it\b/i, use: 'the noun' },
  { word: /\bby now\b/i, use: 'already, or nothing' },
  { word: /\bpassed over\b/i, use: 'skipped' },
  { word: /\btold\b/i, use: 'unknown, or say who reports it' },
  { word: /\bgone\b/i, use: 'deleted, removed' },
  { word: /\bgoes\b(?! to\b)/i, use: 'is deleted, is removed' },
  { word: /\bfaults?\b/i, use: 'error, issue' },
  { word: /\bhead lines?\b/i, use: 'header row' },
  { word: /\bread again\b|^list again\b/i, use: 'Refresh' },
  { word: /\bcount again\b/i, use: 'Recount' },
  { word: /\bfetch it again\b/i, use: 'Re-fetch' },
  { word: /\bevery state\b/i, use: 'All statuses' },
  { word: /\bevery kind\b/i, use: 'All events' },
  { word: /\bholds\b/i, use: 'contains' },
  { word: /\bwhat comes of\b/i, use: 'results' },
  { word: /\bgiven up\b/i, use: 'failed' },
  { word: /\blittle end first\b/i, use: 'UTF-16 LE' },
  { word: /\b(?:farther|closer)\b/i, use: 'Zoom out, Zoom in' },
  { word: /\be-mails?\b/i, use: 'email' },
  { word: /(?<!\blook )\balike to\b|\bare alike\b/i, use: 'look alike' },
  { word: /\bplease\b/i, use: 'nothing: say what to do' },
  { word: /\boops\b/i, use: 'say what happened' },
  { word: /\b\d+ %/, use: 'the percentage without a space' },
  { word: /\bcolour/i, use: 'color' },
  { word: /\bstaged?\b/i, use: 'pending' },
  { word: /\b(?:not answer|answers again|answered with)\b/i, use: 'respond' },
  straightApostrophe,
]

const germanWords: readonly AvoidedWord[] = [
  { word: /\bGeheimnis/, use: 'Secret' },
  { word: /Besitzer/, use: 'Eigentümer' },
  { word: /\bTafel\b/, use: 'Board' },
  { word: /vorgemerkt/i, use: 'ausstehend' },
  { word: /gescheitert|\bscheitert/i, use: 'fehlgeschlagen, schlägt fehl' },
  { word: /\bAnforderung(?:en)?\b/, use: 'Anfrage' },
  { word: /\bZip\b/, use: 'ZIP-Datei' },
  straightApostrophe,
]

const spanishWords: readonly AvoidedWord[] = [
  { word: /período/i, use: 'periodo' },
  { word: /\b(?:id|Id)\b(?!:)/, use: 'ID' },
  { word: /\btoken de la API\b/i, use: 'token de API' },
  straightApostrophe,
]

const frenchWords: readonly AvoidedWord[] = [
  { word: / [:;!?»]|« /, use: 'a space that does not break' },
  { word: /(?<!\p{L})(?:[Ee]xport|[Ii]mport)s?(?!\p{L})/u, use: 'exportation, importation' },
  { word: /\bzips?\b/, use: 'ZIP' },
  straightApostrophe,
]

/** By language. The other languages use one term per concept too. */
export const avoidedWords: Readonly<Record<string, readonly AvoidedWord[]>> = {
  en: englishWords,
  de: germanWords,
  es: spanishWords,
  fr: frenchWords,
}
