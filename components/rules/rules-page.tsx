'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus, Tag, TriangleAlert, Zap } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { useMounted } from '@/lib/browser/now'
import { ruleQueries } from '@/lib/rules/queries'
import type { Rule } from '@/lib/rules/schema'
import { newRuleHref, proposalsHref, ruleHref } from './links'
import { RuleBadge, RuleSummary } from './rule-parts'

/** All rules. */
export function RulesPage() {
  const t = useTranslations('rules')
  const isMounted = useMounted()
  const query = useQuery(ruleQueries.list())
  const data = isMounted ? query.data : undefined
  return (
    <div className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            {data !== undefined && data.openProposals > 0 && (
              <ButtonLink icon={Tag} href={proposalsHref}>
                {t('actions.proposals', { count: data.openProposals })}
              </ButtonLink>
            )}
            <ButtonLink variant="primary" icon={Plus} href={newRuleHref}>
              {t('actions.new')}
            </ButtonLink>
          </>
        }
      />
      <ListStates query={{ ...query, data }} title={t('failed')}>
        {data?.rules.length === 0 && (
          <EmptyState
            icon={Zap}
            title={t('none')}
            action={
              <ButtonLink icon={Plus} href={newRuleHref}>
                {t('actions.new')}
              </ButtonLink>
            }
          >
            {t('noneText')}
          </EmptyState>
        )}
      </ListStates>
      {data !== undefined && data.rules.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-surface">
          {data.rules.map((rule) => (
            <RuleRow key={rule.ruleId} rule={rule} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RuleRow({ rule }: { rule: Rule }) {
  const t = useTranslations('rules')
  return (
    <li className="relative flex flex-col gap-2 p-4 hover:bg-raised">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={ruleHref(rule.ruleId)}
          className="font-medium wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {rule.name}
        </Link>
        <RuleBadge rule={rule} />
        <span className="text-xs text-ink-muted sm:ms-auto">
          {t('acted', { count: rule.acted })}
          {rule.waiting > 0 && ` · ${t('waiting', { count: rule.waiting })}`}
          {rule.lastActedAt !== null && (
            <>
              {' · '}
              <Time value={rule.lastActedAt} format="smart" />
            </>
          )}
        </span>
      </div>
      <RuleSummary rule={rule} />
      {rule.isEnabled && rule.pauseReason !== null && (
        <p className="flex items-start gap-2 text-sm text-attention">
          <TriangleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {rule.pauseReason}
        </p>
      )}
    </li>
  )
}
