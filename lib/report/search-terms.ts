import type { Answer, Report, ReportItem } from './schema'

/**
 * The texts by which an inspection is found, each once, the most important first.
 *
 * Of the inspection itself: title, template, site, area, region, author, owner, who prepared it, document number,
 * location. Of each item that the inspector saw: the answer (labels of the chosen responses, texts, names, codes,
 * places, assets) and the note. Labels of questions are usually not included, because otherwise "brakes" would find
 * every checklist that asks about brakes. There are two exceptions: the label is included if the answer failed or has a
 * note, so that "brakes failed" finds the inspections in which the brakes failed.
 */
export function listSearchTexts(report: Report): string[] {
  const texts = new Set<string>()
  const add = (text: string | null) => {
    if (text !== null && text !== '') texts.add(text)
  }
  add(report.title)
  add(report.templateName)
  add(report.site.name)
  add(report.site.area)
  add(report.site.region)
  add(report.authorName)
  add(report.ownerName)
  add(report.preparedBy)
  add(report.documentNo)
  add(report.locationText)
  for (const item of report.items) {
    if (item.hidden !== null) continue
    if (item.failed || item.note !== null) add(item.label)
    eachAnswerText(item.answer, add)
    add(item.note)
    for (const { value } of unknownAnswers(item)) add(value)
  }
  return [...texts]
}

/** The answers of an item whose type this version does not know are among the fields that it shows. */
function unknownAnswers(item: ReportItem): ReadonlyArray<{ value: string }> {
  return item.answer.kind === 'other' ? item.answer.fields : []
}

function eachAnswerText(answer: Answer, add: (text: string | null) => void): void {
  switch (answer.kind) {
    case 'choice':
      for (const { label } of answer.selected) add(label)
      return
    case 'text':
    case 'place':
      add(answer.text)
      return
    case 'signature':
      add(answer.name)
      return
    case 'scan':
      add(answer.code)
      return
    case 'assets':
      for (const { label } of answer.assets) add(label)
      return
    default:
  }
}
