'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { useMounted } from '@/lib/browser/now'
import { ruleCalls, ruleQueries } from '@/lib/rules/queries'
import type { Rule, RuleChange, RuleHit } from '@/lib/rules/schema'
import { editRuleHref, rulesHref, subjectHref } from './links'
import { HitTitle, RuleBadge, RuleSummary } from './rule-parts'
import { describeOutcome, stateOf } from './rule-texts'

/** One rule: what it does, whether it is active, and what it has done. */
export function RulePage({ ruleId }: { ruleId: string }) {
  const t = useTranslations('rules')
  const isMounted = useMounted()
  const query = useQuery(ruleQueries.one(ruleId))
  const data = isMounted ? query.data : undefined
  if (data === undefined)
    return (
      <div className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6">
        <ListStates query={{ ...query, data }} title={t('failedOne')} shape="facts" />
      </div>
    )
  const { rule, hits } = data
  return (
    <div className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={rule.name}
        description={t('createdBy', { name: rule.createdByName, count: rule.actsMax })}
        actions={<RuleActions rule={rule} />}
      />
      <div className="flex flex-col items-start gap-3 rounded border border-line bg-surface p-4">
        <RuleBadge rule={rule} />
        <RuleSummary rule={rule} />
      </div>
      {rule.isEnabled && rule.pauseReason !== null && <Paused rule={rule} />}
      <h2 className="text-base font-semibold">{t('acts')}</h2>
      {hits.length === 0 ? (
        <EmptyState title={t('noActs')} className="rounded border border-line bg-surface">
          {t('noActsText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
          {hits.map((hit) => (
            <HitRow key={hit.hitId} hit={hit} />
          ))}
        </ul>
      )}
    </div>
  )
}

function useChangeRule(rule: Rule) {
  const t = useTranslations('rules')
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<RuleChange, 'revision'>) =>
      ruleCalls.change(rule.ruleId, { ...change, revision: rule.revision }),
    onError: (error) => toast.show({ tone: 'bad', title: t('saveFailed'), description: describeError(error).message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ruleQueries.all }),
  })
}

function RuleActions({ rule }: { rule: Rule }) {
  const t = useTranslations('rules')
  const common = useTranslations('common')
  const router = useRouter()
  const toast = useToast()
  const queryClient = useQueryClient()
  const change = useChangeRule(rule)
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => ruleCalls.remove(rule.ruleId),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ruleQueries.list().queryKey })
      router.push(rulesHref)
    },
    onError: (error) =>
      toast.show({ tone: 'bad', title: t('deleteFailed'), description: describeError(error).message }),
  })
  const isOff = stateOf(rule) === 'off'
  return (
    <>
      <Button busy={change.isPending} onClick={() => change.mutate({ isEnabled: isOff })}>
        {t(isOff ? 'actions.turnOn' : 'actions.turnOff')}
      </Button>
      <ButtonLink icon={Pencil} href={editRuleHref(rule)}>
        {t('actions.edit')}
      </ButtonLink>
      <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {t('actions.delete')}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        size="sm"
        title={t('deleteTitle', { name: rule.name })}
        footer={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {common('cancel')}
            </Button>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('actions.deleteRule')}
            </Button>
          </>
        }
      >
        <p className="text-sm">{t('deleteText')}</p>
      </Dialog>
    </>
  )
}

/** Why Sightline paused the rule, and what to do with everything that has waited since then. */
function Paused({ rule }: { rule: Rule }) {
  const t = useTranslations('rules')
  const change = useChangeRule(rule)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border border-attention/30 bg-attention-soft p-4 text-sm">
      <TriangleAlert aria-hidden size={16} strokeWidth={2} className="shrink-0 text-attention" />
      <p className="min-w-0 flex-1 basis-60">
        {rule.pauseReason} {rule.waiting > 0 && t('waitingText', { count: rule.waiting })}
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate({ isEnabled: true })}>
        {t('actions.resume')}
      </Button>
      {rule.waiting > 0 && (
        <Button busy={change.isPending} onClick={() => change.mutate({ isEnabled: true, skipsWaiting: true })}>
          {t('actions.resumeSkip')}
        </Button>
      )}
    </div>
  )
}

function HitRow({ hit }: { hit: RuleHit }) {
  const t = useTranslations('rules')
  const did = useTranslations('rules.did')
  const { subject, id, title, state, foundAt, actedAt, outcome } = hit
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Link
          href={subjectHref(subject, id)}
          prefetch={false}
          className="font-medium text-accent-ink wrap-anywhere hover:underline"
        >
          <HitTitle {...{ subject, id, title }} />
        </Link>
        <span className="text-xs text-ink-muted">
          <Time value={actedAt ?? foundAt} format="smart" />
        </span>
      </div>
      <p className="text-ink-muted">
        {outcome === null ? t(`hitStates.${state}`) : describeOutcome(did, outcome).join(' · ')}
      </p>
    </li>
  )
}
