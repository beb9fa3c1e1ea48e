'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Tag, Undo2, X } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { Segmented } from '@/components/ui/inputs/segmented'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { useMounted } from '@/lib/browser/now'
import { assetPageHref, inspectionHref } from '@/lib/browser/routes'
import { useMay } from '@/lib/browser/sign-in/actor'
import { ruleCalls, ruleQueries } from '@/lib/rules/queries'
import type { Decision, Proposal } from '@/lib/rules/proposals-schema'
import { StatusChange } from './rule-parts'

const lists = ['open', 'decided'] as const

/** Statuses that rules propose, and those that were set or dismissed. */
export function ProposalsPage() {
  const t = useTranslations('rules.proposals')
  const isMounted = useMounted()
  const [list, setList] = useQueryState('show', parseAsStringLiteral(lists).withDefault('open'))
  const query = useQuery(ruleQueries.proposals(list))
  const data = isMounted ? query.data : undefined
  const decide = useDecide()
  return (
    <div className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6">
      <PageHeader title={t('title')} description={t('description')} />
      <Segmented
        label={t('lists.label')}
        value={list}
        options={lists.map((value) => ({ value, label: t(`lists.${value}`) }))}
        onChange={(value) => void setList(value)}
      />
      <ListStates query={{ ...query, data }} title={t('failed')}>
        {data?.proposals.length === 0 && (
          <EmptyState icon={Tag} title={t(`none.${list}`)}>
            {t('noneText')}
          </EmptyState>
        )}
      </ListStates>
      {data !== undefined && data.proposals.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
          {data.proposals.map((proposal) => (
            <ProposalRow
              key={proposal.proposalId}
              proposal={proposal}
              onDecide={(decision) => decide(proposal, decision)}
            />
          ))}
        </ul>
      )}
      {list === 'open' && data !== undefined && data.open > data.proposals.length && (
        <p className="text-sm text-ink-muted">{t('more', { count: data.open - data.proposals.length })}</p>
      )}
    </div>
  )
}

function useDecide() {
  const t = useTranslations('rules.proposals')
  const common = useTranslations('common')
  const toast = useToast()
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ proposalId, decision }: { proposalId: string; decision: Decision }) =>
      ruleCalls.decide(proposalId, decision),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ruleQueries.all }),
  })
  const decide = async ({ proposalId, assetName }: Proposal, decision: Decision): Promise<void> => {
    try {
      const decided = await mutateAsync({ proposalId, decision })
      toast.show({
        tone: 'good',
        title: t(`done.${decision}`, { asset: assetName }),
        ...(decision === 'confirm'
          ? { action: { label: common('undo'), onClick: () => void decide(decided, 'undo') } }
          : {}),
      })
    } catch (error) {
      toast.show({ tone: 'bad', title: t('decideFailed'), description: describeError(error).message })
    }
  }
  return decide
}

function ProposalRow({ proposal, onDecide }: { proposal: Proposal; onDecide: (decision: Decision) => Promise<void> }) {
  const t = useTranslations('rules.proposals')
  const mayDecide = useMay('assets:write')
  const { assetId, assetName, auditId, title, ruleName, before, after, state, createdAt, decidedAt, decidedByName } =
    proposal
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={assetPageHref(assetId)}
            prefetch={false}
            className="font-medium text-accent-ink wrap-anywhere hover:underline"
          >
            {assetName}
          </Link>
          <StatusChange before={before} after={after} />
        </p>
        <p className="text-ink-muted wrap-anywhere">
          {ruleName} ·{' '}
          <Link href={inspectionHref(auditId)} prefetch={false} className="hover:underline">
            {title ?? auditId}
          </Link>
        </p>
        <p className="text-xs text-ink-muted">
          {state === 'open' ? null : `${t(`states.${state}`, { name: decidedByName ?? ruleName })} · `}
          <Time value={decidedAt ?? createdAt} format="smart" />
        </p>
      </div>
      {mayDecide && state === 'open' && (
        <span className="flex gap-2">
          <Button icon={X} onClick={() => void onDecide('dismiss')}>
            {t('actions.dismiss')}
          </Button>
          <Button variant="primary" icon={Check} onClick={() => void onDecide('confirm')}>
            {t('actions.confirm')}
          </Button>
        </span>
      )}
      {mayDecide && state === 'set' && (
        <Button icon={Undo2} onClick={() => void onDecide('undo')}>
          {t('actions.undo')}
        </Button>
      )}
    </li>
  )
}
