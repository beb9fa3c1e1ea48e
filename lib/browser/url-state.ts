import { type TemplateId, templateId } from '@/lib/ids'

/**
 * The templates that an address asks for. What is not an identifier cannot match anything: it stays in the address and
 * is not asked for.
 */
export function readTemplates(texts: readonly string[]): TemplateId[] {
  return texts.flatMap((text) => templateId.safeParse(text).data ?? []).slice(0, 100)
}
