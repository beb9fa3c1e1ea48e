'use client'

import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFacetNames } from '@/components/filters/facet-names'
import { describeFilter } from '@/components/filters/filter-texts'
import { AssetStatusChip } from '@/components/status/asset-status-chip'
import { Badge, type Tone } from '@/components/ui/badge'
import type { AssetStatus } from '@/lib/assets/schema'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { paramNames, readListParams } from '@/lib/inspections/params-model'
import { pickRuleParams } from '@/lib/rules/model'
import type { Rule, RuleHit } from '@/lib/rules/schema'
import { describeAction, describeValue, stateOf, type RuleState } from './rule-texts'

const tones: Readonly<Record<RuleState, Tone>> = { on: 'good', off: 'neutral', paused: 'attention' }

export function RuleBadge({ rule }: { rule: Pick<Rule, 'isEnabled' | 'pauseReason'> }) {
  const t = useTranslations('rules.states')
  const state = stateOf(rule)
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** The filter of a rule in words. */
function FilterText({ query }: { query: string }) {
  const t = useTranslations('filters')
  const tRules = useTranslations('rules')
  const style = useTimeStyle()
  const search = new URLSearchParams(query)
  const params = pickRuleParams(
    readListParams(Object.fromEntries(paramNames.map((name) => [name, search.getAll(name)]))),
  )
  const nameOf = useFacetNames(params, null)
  const texts = paramNames.flatMap((name) => {
    const values = params[name]
    return values === undefined ? [] : [describeFilter(t, name, values, nameOf, style)]
  })
  return <>{texts.length === 0 ? tRules('anyInspection') : texts.join(' · ')}</>
}

/** The status that an asset has, and the one that it gets. */
export function StatusChange({ before, after }: { before: AssetStatus | null; after: AssetStatus }) {
  return (
    <>
      <AssetStatusChip status={before} />
      <ArrowRight aria-hidden size={14} className="text-ink-muted rtl:rotate-180" />
      <AssetStatusChip status={after} />
    </>
  )
}

function TriggerText({ rule: { trigger, query, viewName } }: { rule: Pick<Rule, 'query' | 'viewName' | 'trigger'> }) {
  const t = useTranslations('rules')
  if (trigger.kind === 'asset-status') return t('triggers.assetStatus', { status: trigger.name, days: trigger.days })
  if (trigger.kind === 'asset-idle')
    return trigger.typeId === null
      ? t('triggers.assetIdle', { days: trigger.days })
      : t('triggers.assetIdleOfType', { days: trigger.days, type: trigger.typeName })
  if (trigger.kind === 'trouble') return t(`triggers.trouble.${trigger.of}`, { minutes: trigger.minutes })
  if (trigger.kind === 'import-errors') return t('triggers.importErrors')
  if (trigger.kind === 'answer') {
    const { label, templateName: template, condition } = trigger
    return t(`triggers.answer.${condition.test}`, {
      label: label === '' ? t('editor.answer.unnamed') : label,
      template,
      value: describeValue(condition),
    })
  }
  if (trigger.viewId === null) return <FilterText query={query} />
  return viewName === null ? t('viewDeleted') : t('ofView', { name: viewName })
}

/** What a rule acted on. */
export function HitTitle({ subject, id, title }: Pick<RuleHit, 'subject' | 'id' | 'title'>) {
  const t = useTranslations('rules.troubles')
  if (subject !== 'system') return title ?? id
  return id === 'sync' ? t('sync') : t('budget', { bucket: id.replace(/^budget /, '') })
}

/** When a rule acts, and what it does. */
export function RuleSummary({ rule }: { rule: Pick<Rule, 'query' | 'viewName' | 'actions' | 'trigger'> }) {
  const t = useTranslations('rules')
  const does = useTranslations('rules.does')
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <dt className="text-ink-muted">{t('when')}</dt>
      <dd className="wrap-anywhere">
        <TriggerText rule={rule} />
      </dd>
      <dt className="text-ink-muted">{t('then')}</dt>
      <dd>{rule.actions.map((action) => describeAction(does, action)).join(' · ')}</dd>
    </dl>
  )
}
