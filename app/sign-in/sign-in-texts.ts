import { ApiError } from '@/lib/browser/api'
import type { Translator } from '@/lib/messages/translator'

/** Why signing in was refused, for the person. */
export function describeRefusal(t: Translator<'signIn.problems'>, error: unknown): string {
  if (!(error instanceof ApiError)) return t('unexpected')
  if (error.code === 'throttled' && error.retryAfterSeconds !== null) return describeWait(t, error.retryAfterSeconds)
  if (error.code === 'invalid') return t('incorrect')
  return error.message
}

function describeWait(t: Translator<'signIn.problems'>, seconds: number): string {
  return seconds < 60
    ? t('throttledSeconds', { count: seconds })
    : t('throttledMinutes', { count: Math.ceil(seconds / 60) })
}

/** `75` -> `1 min 15 s` */
export function writeCountdown(t: Translator<'signIn.countdown'>, seconds: number): string {
  return seconds < 60
    ? t('seconds', { seconds })
    : t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}

/** A field of a form as text; empty if it is missing. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
