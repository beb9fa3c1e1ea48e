import { useTranslations } from 'next-intl'
import type { ComponentProps, Ref } from 'react'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { AnswerPanel } from './answer-panel'

type PanelProps = ComponentProps<typeof AnswerPanel>

/** The response of the last run, or why there is none. */
export function AnswerSection({
  ref,
  operation,
  answer,
  asked,
  failure,
  isRunning,
}: {
  ref: Ref<HTMLElement>
  operation: PanelProps['operation']
  answer: PanelProps['answer'] | null
  asked: PanelProps['asked'] | null
  failure: string | null
  isRunning: boolean
}) {
  const t = useTranslations('explorer.response')
  return (
    <section
      ref={ref}
      aria-label={t('title')}
      aria-busy={isRunning || undefined}
      className="flex min-h-60 min-w-0 scroll-mt-16 flex-col gap-3 rounded border border-line bg-surface p-4"
    >
      <h2 className="text-base font-semibold">{t('title')}</h2>
      {failure !== null && (
        <p role="alert" className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">
          {failure}
        </p>
      )}
      {answer === null || asked === null ? (
        <EmptyState title={t(isRunning ? 'waiting' : 'noneYet')} className="py-8">
          {isRunning ? null : t('noneYetHint')}
        </EmptyState>
      ) : (
        <AnswerPanel key={runKey(answer)} operation={operation} answer={answer} asked={asked} />
      )}
    </section>
  )
}

const keys = new WeakMap<object, number>()
let keyed = 0

/** A key for each response, so that views and pages start over with it. */
function runKey(answer: object): number {
  const known = keys.get(answer)
  if (known !== undefined) return known
  keyed += 1
  keys.set(answer, keyed)
  return keyed
}
