/** What identifiers look like. Apart from their schemas, so that a page can check one without loading zod. */

export const idCharsMax = 200
export const idPattern = /^(?!\.{1,2}$)[A-Za-z0-9_.:~-]+$/

/** Whether a text can be an identifier. The caller names what it identifies. */
export function isId<Id extends string>(text: string): text is Id {
  return text.length <= idCharsMax && idPattern.test(text)
}

/** The maximum length of the key by which lib/report/failures-model.ts identifies a question. */
export const questionKeyMax = 200
