'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { HitTitle, StatusChange } from '@/components/rules/rule-parts'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { ErrorNotice } from '@/components/ui/error-notice'
import { TextField } from '@/components/ui/inputs/field'
import { Skeleton } from '@/components/ui/skeleton'
import { subjectHref } from '@/components/rules/links'
import { useSettled } from '@/lib/browser/typed-text'
import { auditId as auditIdShape, type AuditId } from '@/lib/ids'
import { hasInspection } from '@/lib/rules/model'
import { ruleCalls } from '@/lib/rules/queries'
import type { Translator } from '@/lib/messages/translator'
import type { RulePreview as Preview } from '@/lib/rules/preview-schema'
import type { RuleBody, RuleTrigger } from '@/lib/rules/schema'
import { previewDays } from '@/lib/rules/values-model'

const keepMs = 30_000
/** A preview may read many documents, so it is not requested for every key. */
const typingPauseMs = 400

/** The preview of a rule that is being edited; undefined until there is one. */
export function useRulePreview(body: RuleBody | null, auditId?: AuditId) {
  const text = JSON.stringify(body)
  const isSettled = useSettled(text, typingPauseMs) === text
  return useQuery({
    queryKey: ['rules', 'preview', body, auditId ?? null] as const,
    queryFn: () => {
      if (body === null) throw new Error('there is nothing to preview')
      return ruleCalls.preview({ ...body, ...(auditId === undefined ? {} : { auditId }) })
    },
    enabled: body !== null && isSettled,
    staleTime: keepMs,
    refetchOnWindowFocus: false,
    retry: false,
    placeholderData: (known) => known,
  })
}

function describeTotal(
  t: Translator<'rules.preview'>,
  trigger: RuleTrigger,
  { total: count, isExact }: Preview,
): string {
  if (trigger.kind === 'asset-idle') return t('idle', { count, days: trigger.days })
  if (trigger.kind === 'trouble') return t('trouble', { count })
  return t(isExact ? 'total' : 'atMost', { count, days: previewDays })
}

/** What the rule would have done, before it is saved. */
export function RulePreview({ body, query }: { body: RuleBody | null; query: ReturnType<typeof useRulePreview> }) {
  const t = useTranslations('rules.preview')
  const { data, error, isFetching, refetch } = query
  if (body === null) return <p className="text-sm text-ink-muted">{t('incomplete')}</p>
  if (error !== null)
    return (
      <ErrorNotice error={error} title={t('failed')} kept="" onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  if (data === undefined) return <Skeleton className="h-16 w-full" />
  return (
    <div className="flex flex-col gap-3">
      <output aria-busy={isFetching} className="text-base font-medium">
        {describeTotal(t, body.trigger, data)}
      </output>
      {data.read !== null && <p className="text-sm text-ink-muted">{t('limited', data.read)}</p>}
      {data.problems.map((problem) => (
        <p key={problem} className="flex items-start gap-2 text-sm text-attention">
          <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {problem}
        </p>
      ))}
      {data.people.length > 0 && (
        <p className="text-sm text-ink-muted wrap-anywhere">
          {t('people', { count: data.people.length, names: data.people.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {data.targets.length > 0 && (
        <p className="text-sm text-ink-muted wrap-anywhere">
          {t('targets', { count: data.targets.length, names: data.targets.join(', ') })}
        </p>
      )}
      <PreviewItems preview={data} />
      {hasInspection(body.trigger.kind) && <TestOne body={body} />}
    </div>
  )
}

function PreviewItems({ preview: { items, total } }: { preview: Preview }) {
  const t = useTranslations('rules.preview')
  if (items.length === 0) return null
  return (
    <>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded border border-line">
        {items.map(({ subject, id, title, at, statuses }) => (
          <li key={`${id} ${at}`} className="space-y-1 px-3 py-2 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link
                href={subjectHref(subject, id)}
                prefetch={false}
                target="_blank"
                className="text-accent-ink wrap-anywhere hover:underline"
              >
                <HitTitle {...{ subject, id, title }} />
              </Link>
              <span className="text-xs text-ink-muted">
                <Time value={at} format="smart" />
              </span>
            </p>
            {statuses.map(({ assetId, name, before, after }) => (
              <p key={assetId} className="flex flex-wrap items-center gap-2">
                <span className="wrap-anywhere">{name}</span>
                <StatusChange before={before} after={after} />
              </p>
            ))}
          </li>
        ))}
      </ul>
      {total > items.length && <p className="text-xs text-ink-muted">{t('more', { count: total - items.length })}</p>}
    </>
  )
}

/** Tries the rule on one inspection, by its id or address. Nothing is written. */
function TestOne({ body }: { body: RuleBody }) {
  const t = useTranslations('rules.preview')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<AuditId | null>(null)
  const found = auditIdShape.safeParse(/audit_[0-9a-fA-F]+/.exec(text)?.[0])
  const query = useRulePreview(asked === null ? null : body, asked ?? undefined)
  return (
    <form
      className="flex flex-wrap items-end gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (found.success) setAsked(found.data)
      }}
    >
      <TextField
        label={t('testOne')}
        placeholder={t('testHint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-72 max-w-full"
      />
      <Button type="submit" disabled={!found.success} busy={query.isFetching}>
        {t('actions.test')}
      </Button>
      {asked !== null && query.data !== undefined && !query.isFetching && (
        <output className="text-sm sm:pb-1.5">{t(query.data.total > 0 ? 'acts' : 'doesNot')}</output>
      )}
    </form>
  )
}
