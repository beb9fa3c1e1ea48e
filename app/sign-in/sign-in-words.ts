import { ApiError } from '@/lib/browser/api'

/** What a refused sign-in tells the person. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.'
  if (error.code === 'throttled' && error.retryAfterSeconds !== null)
    return `Too many tries. Wait ${writeWait(error.retryAfterSeconds)}, then try again.`
  if (error.code === 'invalid') return 'Incorrect email or password.'
  return error.message
}

function writeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** `75` -> `1 min 15 s` */
export function writeCountdown(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A field of a form as text; absent ones are empty. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
