import type { InspectionDocument } from '../types'
import { assemblePdf, pdfLine as line, pdfRectangle as rectangle, pdfText as words } from './pdf'

/** A generated PDF certificate of two pages: a pure function of the media id and its inspection. */
export function makeCertificate(mediaId: string, document: InspectionDocument): Buffer {
  const template = (document.template_data['metadata'] as { name?: string }).name ?? ''
  const site = (document.audit_data['site'] as { name?: string } | undefined)?.name ?? ''
  const day = document.created_at.slice(0, 10)
  const pageOne = [
    rectangle(36, 36, 523, 770),
    words(60, 750, 11, 'NORTHGATE MUTUAL INSURANCE'),
    line(60, 740, 535, 740),
    words(60, 690, 24, 'Certificate of liability insurance'),
    words(60, 650, 12, `Certificate number NM-${mediaId.slice(0, 8).toUpperCase()}`),
    words(60, 620, 12, `Site: ${site}`),
    words(60, 600, 12, `Presented for: ${template}`),
    words(60, 580, 12, `Date of issue: ${day}`),
    words(60, 540, 12, 'We certify that the policy named here is in force on the date of issue and covers'),
    words(60, 524, 12, 'public and employer liability for works at the address above.'),
    ...[
      'Public liability      10,000,000 GBP',
      'Employer liability    10,000,000 GBP',
      'Hot works              2,000,000 GBP',
    ].map((row, at) => words(80, 480 - at * 22, 12, row)),
    line(60, 150, 260, 150),
    words(60, 134, 10, 'Authorised signature'),
    words(500, 50, 9, 'Page 1 of 2'),
  ]
  const pageTwo = [
    words(60, 750, 16, 'Conditions'),
    ...[
      '1. This certificate does not change, extend or shorten the cover of the policy.',
      '2. It ends with the policy, or thirty days after a notice of cancellation.',
      '3. Works at a height above 15 m need a separate endorsement.',
      '4. The holder keeps records of induction for everybody at work on the site.',
      '5. Incidents are reported within 48 hours to claims@northgate.example.',
    ].map((row, at) => words(60, 715 - at * 24, 11, row)),
    words(60, 60, 8, `Record ${document.audit_id}`),
    words(500, 50, 9, 'Page 2 of 2'),
  ]
  return assemblePdf([pageOne.join('\n'), pageTwo.join('\n')], `Certificate ${mediaId.slice(0, 8)}`)
}
