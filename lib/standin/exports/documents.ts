import type { Choice, InspectionDocument, Item } from '../types'
import { assemblePdf, pdfLine, pdfText } from '../media/pdf'
import { storeZip } from '../media/zip'

export type ExportFormat = 'pdf' | 'docx'

export const contentTypes: Record<ExportFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

interface Line {
  size: number
  text: string
}

/** The inspection's own title. */
export function titleOf({ audit_data }: InspectionDocument): string {
  const name = audit_data['name']
  return typeof name === 'string' && name !== '' ? name : 'Inspection'
}

/** The content of the document: the title, the result, and what failed. */
function writeLines(inspection: InspectionDocument, layout: string | null): Line[] {
  const { audit_data: data } = inspection
  const template = (inspection.template_data['metadata'] as { name?: string }).name ?? ''
  const items = [...inspection.header_items, ...inspection.items]
  const failed = items.filter((item) => item.responses?.['failed'] === true && item.inactive !== true)
  return [
    { size: 18, text: titleOf(inspection) },
    { size: 11, text: template },
    ...(layout === null ? [] : [{ size: 11, text: `Layout: ${layout}` }]),
    {
      size: 11,
      text: `Score: ${Number(data['score'])} of ${Number(data['total_score'])} (${Number(data['score_percentage'])} %)`,
    },
    { size: 11, text: `Inspection: ${inspection.audit_id}` },
    { size: 11, text: `Version: ${inspection.modified_at}` },
    { size: 14, text: failed.length === 0 ? 'Nothing failed' : `Failed answers: ${failed.length}` },
    ...failed.flatMap((item) => {
      const answer = { size: 11, text: `${item.label}: ${describeAnswer(item)}` }
      const note = item.responses?.['text']
      return typeof note === 'string' ? [answer, { size: 9, text: note }] : [answer]
    }),
  ]
}

function describeAnswer(item: Item): string {
  const selected = item.responses?.['selected']
  return Array.isArray(selected) ? (selected as Choice[]).map(({ label }) => label).join(', ') : 'failed'
}

/** The document of an export or report: a small, valid file that is always the same for one version. */
export function makeDocument(inspection: InspectionDocument, format: ExportFormat, layout: string | null): Buffer {
  const lines = writeLines(inspection, layout)
  return format === 'pdf' ? makePdf(lines) : makeDocx(lines)
}

function makePdf(lines: readonly Line[]): Buffer {
  const pages: string[] = []
  let page: string[] = []
  let y = 780
  for (const { size, text } of lines) {
    if (y < 60) {
      pages.push(page.join('\n'))
      page = []
      y = 780
    }
    page.push(pdfText(50, y, size, text))
    y -= size + 8
  }
  page.push(pdfLine(50, 45, 545, 45))
  pages.push(page.join('\n'))
  return assemblePdf(pages, lines[0]?.text ?? '')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>]/g, (character) => escapes[character] ?? character)

function makeDocx(lines: readonly Line[]): Buffer {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const paragraphs = lines.map(
    ({ size, text }) =>
      `<w:p><w:r><w:rPr><w:sz w:val="${size * 2}"/></w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`,
  )
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${contentTypes.docx}.main+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${related}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${head}<w:document xmlns:w="${main}"><w:body>${paragraphs.join('')}<w:sectPr/></w:body></w:document>`,
  }
  return storeZip(Object.entries(files).map(([name, text]) => ({ name, body: Buffer.from(text) })))
}
