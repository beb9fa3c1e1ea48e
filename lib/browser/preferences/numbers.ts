import { defaultLanguage, intlTag, type PageLanguage } from '@/lib/messages/languages'
import { keepFormats } from '@/lib/time/time-format'

/** `2400` as `2,400`: the same on the server and in every browser. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const getSizeFormat = keepFormats(
  (language: PageLanguage, unit: (typeof units)[number], digits: number) =>
    new Intl.NumberFormat(intlTag(language), {
      style: 'unit',
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      unit,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
)

/** A size in the largest unit that keeps it above 1: `61 MB`, `1.9 GB`. */
export function formatBytes(bytes: number, language: PageLanguage = defaultLanguage): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = value < 10 && unit > 0 ? 1 : 0
  return getSizeFormat(language, units[unit] ?? 'byte', digits).format(value)
}
