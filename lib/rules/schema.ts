import * as z from 'zod'
import { roles } from '@/lib/access/permissions'
import { assetStatus } from '@/lib/assets/schema'
import { questionKeyMax } from '@/lib/ids-model'
import { viewQuery } from '@/lib/saved-views/schema'
import { serverText } from '@/lib/server-text'
import { actsMaxLimit, answerTextMax, defaultActsMax, ruleNameMax, troubles } from './values-model'

/** Rules: when something happens, Sightline notifies people, creates follow-ups, sets statuses or sends webhooks. */

const instant = z.iso.datetime({ offset: true })
export const ruleActionsMax = 5

/**
 * When an inspection starts to match a filter. `query` is the query of a list's address; with `viewId` it is always the
 * query of the saved view. Dates, reviews and the order are ignored, because a rule decides when a version arrives.
 */
const matches = z.object({
  kind: z.literal('matches'),
  query: viewQuery,
  /** ID of the saved view that the rule follows. Null: the filter is the rule's own. */
  viewId: z.uuid().nullable(),
})
const triggerId = z.string().min(1).max(200)
/** When an asset has had a status for some days. */
const assetStatusFor = z.object({
  kind: z.literal('asset-status'),
  /** ID of the status. */
  optionId: triggerId,
  /** Name of the status, for people. */
  name: z.string().max(500),
  /** For how many days. */
  days: z.number().int().min(0).max(365),
})
/** How an answer is compared: `equals` and `contains` ignore case, `above` and `below` apply only to numbers. */
export const answerCondition = z.discriminatedUnion('test', [
  z.object({ test: z.literal('failed') }),
  z.object({
    /** `equals`: the whole answer. `contains`: a part of it. Case is ignored. */
    test: z.enum(['equals', 'contains']),
    /** The text to compare with. */
    text: z.string().trim().min(1).max(answerTextMax),
  }),
  z.object({
    /** `above`: the answer is a larger number. `below`: it is a smaller one. */
    test: z.enum(['above', 'below']),
    /** The number to compare with. */
    number: z.number(),
  }),
])
export type AnswerCondition = z.infer<typeof answerCondition>
/** When an answer starts to meet a condition, which it did not meet in the version before. Names are for people. */
const answerGiven = z.object({
  kind: z.literal('answer'),
  /** ID of the template. */
  templateId: triggerId,
  /** Name of the template, for people. */
  templateName: z.string().max(500),
  // See lib/report/questions-model.ts.
  /** Key of the question, as returned by /api/rules/questions. */
  question: z.string().min(1).max(questionKeyMax),
  /** Text of the question, for people. */
  label: z.string().max(500),
  condition: answerCondition,
})
/** When an asset has had no inspection for some days. Without a type, this applies to all active assets. */
const assetIdle = z.object({
  kind: z.literal('asset-idle'),
  /** ID of the asset type. Null: all types. */
  typeId: triggerId.nullable(),
  /** Name of the type, for people. */
  typeName: z.string().max(500),
  /** For how many days. */
  days: z.number().int().min(1).max(1_000),
})
/** When an import of users ends with errors. */
const importErrors = z.object({ kind: z.literal('import-errors') })
/**
 * When Sightline itself has been in trouble for some minutes: no sync has succeeded, or a rate limit is nearly used up
 * or keeps people waiting.
 */
const trouble = z.object({
  kind: z.literal('trouble'),
  /** `sync`: no sync has succeeded. `budget`: a rate limit is nearly used up, or keeps people waiting. */
  of: z.enum(troubles),
  /** For how many minutes. */
  minutes: z.number().int().min(1).max(1_440),
})
/** What a rule reacts to. */
export const ruleTrigger = z.discriminatedUnion('kind', [
  matches,
  answerGiven,
  assetStatusFor,
  assetIdle,
  importErrors,
  trouble,
])
export type RuleTrigger = z.infer<typeof ruleTrigger>
export type TriggerOf<Kind extends RuleTrigger['kind']> = Extract<RuleTrigger, { kind: Kind }>

const notify = z.object({
  kind: z.literal('notify'),
  /** IDs of the people to notify. */
  userIds: z.array(z.uuid()).max(50),
  /** Everybody with these roles is notified too. */
  roles: z.array(z.enum(roles)).max(roles.length),
  /** Also by email, even if the people chose no emails about rules. */
  email: z.boolean(),
})
const followUp = z.object({
  kind: z.literal('follow-up'),
  /** ID of the person who is assigned. Null: nobody. */
  assigneeId: z.uuid().nullable(),
  /** Days from the action of the rule to the due date. Null: no due date. */
  dueDays: z.number().int().min(0).max(365).nullable(),
  /** The note of the follow-up. Can be empty. */
  note: z.string().trim().max(1_000),
})
const serviceId = z.string().min(1).max(200)
const setStatus = z.object({
  kind: z.literal('set-status'),
  /** The status that assets in the inspection get. */
  status: assetStatus.extend({
    /** ID of the status. */
    optionId: serviceId,
    /** ID of its group. */
    groupId: serviceId,
  }),
  /** `propose`: a person confirms each change. `automatic`: changes are made at once. */
  mode: z.enum(['propose', 'automatic']),
})
const send = z.object({
  kind: z.literal('send'),
  /** IDs of the targets of outgoing webhooks. */
  targetIds: z.array(z.uuid()).min(1).max(10),
})
/** What a rule does. */
export const ruleAction = z.discriminatedUnion('kind', [notify, followUp, setStatus, send])
export type RuleAction = z.infer<typeof ruleAction>
export type ActionOf<Kind extends RuleAction['kind']> = Extract<RuleAction, { kind: Kind }>

/** What a rule does, without its name and state. */
export const ruleBody = z.object({
  trigger: ruleTrigger,
  /** What the rule does, all for each match. */
  actions: z.array(ruleAction).min(1, serverText('rules.fields.noAction')).max(ruleActionsMax),
})
export type RuleBody = z.infer<typeof ruleBody>

/** Name of the rule. */
const ruleName = z
  .string()
  .trim()
  .min(1, serverText('common.fields.empty'))
  .max(ruleNameMax)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, serverText('common.fields.badCharacter'))
/** How often the rule may act within an hour. Sightline pauses a rule that would act more often. */
const actsMax = z.number().int().min(1).max(actsMaxLimit)

/** Body of POST /api/rules. */
export const newRule = ruleBody.extend({
  name: ruleName,
  actsMax: actsMax.default(defaultActsMax),
  /** False: the rule is created but does not act. */
  isEnabled: z.boolean().default(true),
  /** True: the rule also acts on what matches now and was modified in the last 30 days. */
  actsOnPast: z.boolean().default(false),
})
export type NewRule = z.input<typeof newRule>

/** Body of PATCH /api/rules/[ruleId]. */
export const ruleChange = z.object({
  /** The revision that the person saw. If the rule has another one, the response is a conflict. */
  revision: z.number().int(),
  name: ruleName.optional(),
  trigger: ruleTrigger.optional(),
  actions: ruleBody.shape.actions.optional(),
  actsMax: actsMax.optional(),
  /** True also resumes a rule that Sightline paused. It then acts on waiting hits, unless `skipsWaiting`. */
  isEnabled: z.boolean().optional(),
  /** True: the rule does not act on hits that are waiting. */
  skipsWaiting: z.boolean().optional(),
})
export type RuleChange = z.infer<typeof ruleChange>

export const rule = ruleBody.extend({
  ruleId: z.uuid(),
  name: z.string(),
  isEnabled: z.boolean(),
  actsMax: z.number().int(),
  /** Why Sightline paused the rule; null when it did not. */
  pauseReason: z.string().nullable(),
  pausedAt: instant.nullable(),
  revision: z.number().int(),
  createdByName: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** The name of the rule's saved view; null for a filter of its own. */
  viewName: z.string().nullable(),
  /** The query in use: of the saved view, or the rule's own. */
  query: z.string(),
  acted: z.number().int(),
  waiting: z.number().int(),
  lastActedAt: instant.nullable(),
})
export type Rule = z.infer<typeof rule>

/** Response of GET /api/rules. */
export const ruleList = z.object({ rules: z.array(rule), openProposals: z.number().int() })
export type RuleList = z.infer<typeof ruleList>

/** The kinds of objects that a rule acts on. */
export const subjects = ['inspection', 'asset', 'import', 'system'] as const
export type Subject = (typeof subjects)[number]

export const hitOutcome = z.object({
  notified: z.number().int().default(0),
  /** Null: the rule creates no follow-up. */
  followUp: z.enum(['created', 'kept']).nullable().default(null),
  proposed: z.number().int().default(0),
  set: z.number().int().default(0),
  /** How many deliveries to webhooks were queued. */
  sent: z.number().int().default(0),
  /** What was not done, with the reasons. */
  notes: z.array(z.string()).default([]),
})
export type HitOutcome = z.infer<typeof hitOutcome>

export const hitStates = ['waiting', 'done', 'skipped'] as const
export const ruleHit = z.object({
  hitId: z.uuid(),
  subject: z.enum(subjects),
  /** ID of the inspection, asset or import; for trouble `sync`, or `budget` and the name of the limit. */
  id: z.string(),
  title: z.string().nullable(),
  version: instant,
  foundAt: instant,
  state: z.enum(hitStates),
  actedAt: instant.nullable(),
  outcome: hitOutcome.nullable(),
})
export type RuleHit = z.infer<typeof ruleHit>

/** Response of GET /api/rules/[ruleId]: the rule with its newest acts. */
export const ruleRead = z.object({ rule, hits: z.array(ruleHit) })
export type RuleRead = z.infer<typeof ruleRead>

/** Query of GET /api/rules/questions. */
export const questionQuery = z.object({
  /** ID of the template. */
  templateId: triggerId,
})

/** Response of GET /api/rules/questions: the questions in the newest inspections of the template, in reading order. */
export const questionList = z.object({
  questions: z.array(
    z.object({
      question: z.string(),
      /** Null: the question has no text. */
      label: z.string().nullable(),
      /** Some answers that inspections have, in the form that open data uses. */
      answers: z.array(z.string()),
    }),
  ),
})
export type QuestionList = z.infer<typeof questionList>
