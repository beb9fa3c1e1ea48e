import { idOf, readEach, readTime, textOf } from '@/lib/service/shapes'

export interface WireTemplate {
  templateId: string
  name: string | null
  createdAt: string | null
  modifiedAt: string | null
}

/** The templates in a page of GET /templates/search (service.md 6). */
export function readTemplates(list: unknown): WireTemplate[] {
  return readEach(list, (fields) => {
    const templateId = idOf(fields, 'template_id')
    if (templateId === null) return null
    return {
      templateId,
      name: textOf(fields, 'name'),
      createdAt: readTime(fields['created_at']),
      modifiedAt: readTime(fields['modified_at']),
    }
  })
}
