import type { Translator } from '@/lib/messages/translator'
import { isWithoutColor, readColor } from '@/lib/status-groups/color'

/** The name of a color in the person's language. An unknown color is named as SafetyCulture names it. */
export function nameColor(t: Translator<'status'>, color: string): string {
  const { key, name } = readColor(color)
  if (key !== null) return t(`color.${key}`)
  return isWithoutColor(color) ? t('color.none') : name
}
