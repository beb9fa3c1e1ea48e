'use client'

import { useState } from 'react'
import type { Role } from '@/lib/access/permissions'
import { canonicalQuery } from '@/lib/saved-views/model'
import { hasInspection, pickRuleParams } from '@/lib/rules/model'
import type { ActionOf, Rule, RuleAction, RuleBody, RuleTrigger, TriggerOf } from '@/lib/rules/schema'
import { defaultActsMax } from '@/lib/rules/values-model'
import type { ListParams } from '@/lib/inspections/schema'
import { type AnswerDraft, toAnswerDraft, toAnswerTrigger } from './answer-draft'

/** A rule while a person edits it. An action that is null is not part of it. */
export interface RuleDraft {
  name: string
  kind: RuleTrigger['kind']
  viewId: string | null
  /** For the trigger by an asset's status; null until one is chosen. */
  assetStatus: Pick<TriggerOf<'asset-status'>, 'optionId' | 'name'> | null
  days: number
  answer: AnswerDraft
  trouble: Pick<TriggerOf<'trouble'>, 'of' | 'minutes'>
  /** For the trigger by assets without inspection. Null: any type. */
  assetType: { id: string; name: string } | null
  notify: Omit<ActionOf<'notify'>, 'kind'> | null
  followUp: Omit<ActionOf<'follow-up'>, 'kind'> | null
  setStatus: { status: ActionOf<'set-status'>['status'] | null; mode: ActionOf<'set-status'>['mode'] } | null
  send: Omit<ActionOf<'send'>, 'kind'> | null
  actsMax: number
  actsOnPast: boolean
}

export const firstNotify: NonNullable<RuleDraft['notify']> = { userIds: [], roles: ['admin'] as Role[], email: false }
export const firstFollowUp: NonNullable<RuleDraft['followUp']> = { assigneeId: null, dueDays: 7, note: '' }
export const firstSetStatus: NonNullable<RuleDraft['setStatus']> = { status: null, mode: 'propose' }
export const firstSend: NonNullable<RuleDraft['send']> = { targetIds: [] }

const find = <Kind extends RuleAction['kind']>(rule: Rule | null, kind: Kind): ActionOf<Kind> | null =>
  rule?.actions.find((action): action is ActionOf<Kind> => action.kind === kind) ?? null

const toAssetType = (trigger: RuleTrigger | undefined): RuleDraft['assetType'] =>
  trigger?.kind === 'asset-idle' && trigger.typeId !== null ? { id: trigger.typeId, name: trigger.typeName } : null

function toDraft(rule: Rule | null): RuleDraft {
  const trigger = rule?.trigger
  const ofAsset = trigger?.kind === 'asset-status' ? trigger : null
  return {
    name: rule?.name ?? '',
    kind: trigger?.kind ?? 'matches',
    viewId: trigger?.kind === 'matches' ? trigger.viewId : null,
    assetStatus: ofAsset,
    days: trigger !== undefined && 'days' in trigger ? trigger.days : 7,
    assetType: toAssetType(trigger),
    trouble: trigger?.kind === 'trouble' ? trigger : { of: 'sync', minutes: 15 },
    answer: toAnswerDraft(trigger?.kind === 'answer' ? trigger : null),
    notify: rule === null ? firstNotify : find(rule, 'notify'),
    followUp: find(rule, 'follow-up'),
    setStatus: find(rule, 'set-status'),
    send: find(rule, 'send'),
    actsMax: rule?.actsMax ?? defaultActsMax,
    actsOnPast: false,
  }
}

export function useRuleDraft(rule: Rule | null) {
  const [draft, setDraft] = useState(() => toDraft(rule))
  return { draft, change: (next: Partial<RuleDraft>) => setDraft((known) => ({ ...known, ...next })) }
}

/** The query of a filter, as rules store it. */
export function writeRuleQuery(params: ListParams): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(pickRuleParams(params)))
    for (const value of values) search.append(name, value)
  return canonicalQuery(search)
}

function toTrigger(draft: RuleDraft, params: ListParams): RuleTrigger | null {
  const { kind, viewId, assetStatus, assetType, days } = draft
  if (kind === 'import-errors') return { kind }
  if (kind === 'trouble') return { kind, of: draft.trouble.of, minutes: draft.trouble.minutes }
  if (kind === 'matches') return { kind, query: viewId === null ? writeRuleQuery(params) : '', viewId }
  if (kind === 'answer') return toAnswerTrigger(draft.answer)
  if (kind === 'asset-idle')
    return { kind, typeId: assetType?.id ?? null, typeName: assetType?.name ?? '', days: Math.max(1, days) }
  return assetStatus === null ? null : { kind, optionId: assetStatus.optionId, name: assetStatus.name, days }
}

/** What the draft would do; null while something that it needs is not chosen. */
export function toBody(draft: RuleDraft, params: ListParams): RuleBody | null {
  const { notify, send } = draft
  const trigger = toTrigger(draft, params)
  // The other triggers have no inspection that these actions could change.
  const { followUp, setStatus } = hasInspection(draft.kind) ? draft : { followUp: null, setStatus: null }
  if (send?.targetIds.length === 0) return null
  if (setStatus !== null && setStatus.status === null) return null
  if (notify !== null && notify.userIds.length === 0 && notify.roles.length === 0) return null
  const actions: RuleAction[] = [
    ...(notify === null ? [] : [{ kind: 'notify' as const, ...notify }]),
    ...(followUp === null ? [] : [{ kind: 'follow-up' as const, ...followUp }]),
    ...(setStatus?.status == null
      ? []
      : [{ kind: 'set-status' as const, status: setStatus.status, mode: setStatus.mode }]),
    ...(send === null ? [] : [{ kind: 'send' as const, ...send }]),
  ]
  return actions.length === 0 || trigger === null ? null : { trigger, actions }
}
