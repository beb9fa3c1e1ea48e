'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { readRefusals } from '@/components/filters/filter-errors'
import { useListState } from '@/components/filters/use-list-state'
import { Button, ButtonLink } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/field'
import { PageHeader } from '@/components/ui/page-header'
import { ruleCalls, ruleQueries } from '@/lib/rules/queries'
import { canActOnPast, isSameTrigger } from '@/lib/rules/model'
import type { Rule, RuleBody } from '@/lib/rules/schema'
import { actsMaxLimit, ruleNameMax } from '@/lib/rules/values-model'
import { ruleHref, rulesHref } from '@/components/rules/links'
import { RulePreview, useRulePreview } from './rule-preview'
import { RuleThen } from './rule-then'
import { RuleWhen } from './rule-when'
import { TriggerFields } from './trigger-fields'
import { type RuleDraft, toBody, useRuleDraft } from './use-rule-draft'

/** Creates or changes a rule, with a preview of what it would have done. The filter is in the address, as in lists. */
export function RuleEditor({ rule }: { rule: Rule | null }) {
  const t = useTranslations('rules')
  const common = useTranslations('common')
  const state = useListState()
  const { draft, change } = useRuleDraft(rule)
  const [wasSent, setSent] = useState(false)
  const body = toBody(draft, state.params)
  const preview = useRulePreview(body)
  const save = useSave(rule)
  const hasName = draft.name.trim() !== ''
  const send = () => {
    setSent(true)
    if (body !== null && hasName) save.mutate({ draft, body })
  }
  const past = rule === null && canActOnPast(draft.kind) ? (preview.data?.total ?? 0) : 0
  return (
    <form
      className="flex max-w-[63rem] flex-col gap-4 p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <PageHeader title={t(rule === null ? 'editor.new' : 'editor.edit')} description={t('editor.description')} />
      <TextField
        label={t('editor.name')}
        placeholder={t('editor.namePlaceholder')}
        maxLength={ruleNameMax}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={wasSent && !hasName ? t('editor.nameMissing') : undefined}
        className="max-w-xl"
      />
      <Part title={t('editor.when')}>
        <TriggerFields draft={draft} change={change} />
        {draft.kind === 'matches' && (
          <RuleWhen
            state={state}
            viewId={draft.viewId}
            errors={readRefusals(preview.error)}
            onView={(viewId) => change({ viewId })}
          />
        )}
      </Part>
      <Part title={t('editor.then')}>
        <RuleThen draft={draft} change={change} />
      </Part>
      <Part title={t('preview.title')}>
        <RulePreview body={body} query={preview} />
        {past > 0 && (
          <label className="flex items-start gap-2 text-sm">
            <Checkbox
              checked={draft.actsOnPast}
              onChange={(event) => change({ actsOnPast: event.target.checked })}
              className="mt-0.5"
            />
            {t(draft.kind === 'asset-idle' ? 'editor.pastAssets' : 'editor.past', { count: past })}
          </label>
        )}
      </Part>
      <LimitField value={draft.actsMax} onChange={(actsMax) => change({ actsMax })} />
      {save.error !== null && <ErrorNotice error={save.error} title={t('saveFailed')} kept={t('inputKept')} />}
      <div className="flex justify-end gap-2">
        <ButtonLink variant="ghost" href={rule === null ? rulesHref : ruleHref(rule.ruleId)}>
          {common('cancel')}
        </ButtonLink>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={body === null}>
          {t(rule === null ? 'actions.create' : 'actions.save')}
        </Button>
      </div>
    </form>
  )
}

function useSave(rule: Rule | null) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ draft, body }: { draft: RuleDraft; body: RuleBody }) => {
      const { name, actsMax, actsOnPast } = draft
      if (rule === null) return ruleCalls.create({ ...body, name, actsMax, actsOnPast })
      // An unchanged filter is not sent, because the rule would start to count again from now.
      const isSameFilter = isSameTrigger(body.trigger, rule.trigger)
      const { trigger, actions } = body
      return ruleCalls.change(rule.ruleId, {
        revision: rule.revision,
        name,
        actsMax,
        actions,
        ...(isSameFilter ? {} : { trigger }),
      })
    },
    onSuccess: ({ ruleId }) => {
      void queryClient.invalidateQueries({ queryKey: ruleQueries.all })
      router.push(ruleHref(ruleId))
    },
  })
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded border border-line bg-surface p-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function LimitField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const t = useTranslations('rules.editor')
  return (
    <TextField
      label={t('limit')}
      hint={t('limitText')}
      type="number"
      min={1}
      max={actsMaxLimit}
      value={String(value)}
      onChange={(event) => {
        const count = Number.parseInt(event.target.value, 10)
        if (!Number.isNaN(count)) onChange(Math.min(actsMaxLimit, Math.max(1, count)))
      }}
      className="max-w-72"
    />
  )
}
