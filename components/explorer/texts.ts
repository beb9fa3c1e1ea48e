import type { Route } from 'next'
import type { OperationSummary } from '@/lib/explorer/schema'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'

/** The page of an operation. The cast is safe: its name is one segment of that route, the rest follows the `?`. */
export function operationHref(name: string, search = ''): Route {
  return `/explorer/${encodeURIComponent(name)}${search === '' ? '' : `?${search}`}` as Route
}

/** The page of all operations. */
export const explorerHref = '/explorer' as Route

/** Why this person cannot run an operation; null if they can. */
export function whyNot(
  t: Translator<'explorer'>,
  operation: OperationSummary,
  may: { call: boolean; write: boolean },
): string | null {
  if (operation.isSecret) return t('refused.secret')
  if (!may.call) return t('refused.role', { permission: operation.permission })
  if (!operation.isRead && !may.write) return t('refused.write')
  return null
}

/** `340 ms`, `1.2 sec` */
export function formatMs(ms: number, language: PageLanguage): string {
  const [amount, unit, digits] = ms < 1000 ? [ms, 'millisecond', 0] : [ms / 1000, 'second', 1]
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, options).format(amount)
}
