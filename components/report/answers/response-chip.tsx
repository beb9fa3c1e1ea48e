import { CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'
import { inkOn } from '@/lib/report/color'
import { labelOfResponse } from '@/lib/report/names-model'
import type { ChosenResponse } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { cutText } from '@/lib/report/view'

/** Responses that people choose are never longer than this. */
const chipChars = 500

/**
 * A chosen response in its own color. The color is an attribute of an SVG, because the content security policy refuses
 * style attributes. `failed`: it has the mark of a failure.
 */
export function ResponseChip({ response, failed }: { response: ChosenResponse; failed: boolean }) {
  const t = useTranslations('report.row')
  const { colour: color } = response
  const label = labelOfResponse(response.label, useReportNames())
  const ink = color === null ? 'text-ink' : inkOn(color) === 'black' ? 'text-black' : 'text-white'
  return (
    <span
      className={classNames(
        'relative inline-flex max-w-full items-center overflow-hidden rounded border border-line px-2 py-0.5 text-sm font-medium',
        color === null && 'bg-raised',
        ink,
      )}
    >
      {color !== null && (
        <svg aria-hidden className="absolute inset-0 size-full">
          <rect width="100%" height="100%" fill={`rgb(${color.join(',')})`} />
        </svg>
      )}
      <span className="relative inline-flex min-w-0 items-center gap-1 wrap-anywhere">
        {failed && (
          <>
            <CircleX aria-hidden size={14} strokeWidth={2} className="shrink-0" />
            <span className="sr-only">{t('failedChip')} </span>
          </>
        )}
        {label.length > chipChars ? <span title={cutText(label, 2_000)}>{cutText(label, chipChars)}</span> : label}
      </span>
    </span>
  )
}
