import { renderText, serverText } from '@/lib/server-text'
import type { OutgoingEvent, TargetFormat } from './schema'

/** Writes the body of a delivery in the format of its target. */

interface Facts {
  deliveryId: string
  createdAt: string
  event: OutgoingEvent
  publicUrl: string
}

const linkOf = ({ event: { subject }, publicUrl }: Facts) =>
  subject === null ? null : `${publicUrl.replace(/\/$/, '')}${subject.path}`

const titleOf = ({ rule, subject }: OutgoingEvent) =>
  rule === null
    ? renderText(serverText('outgoing.message.test'))
    : renderText(serverText('outgoing.message.rule', { rule: rule.name, name: subject?.name ?? '' }))

/** Slack reads these three characters as markup. */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function writeSlack(facts: Facts): unknown {
  const link = linkOf(facts)
  const title = escapeSlack(titleOf(facts.event))
  const text = [title, ...facts.event.details.map(escapeSlack)].join('\n')
  const open = link === null ? '' : `\n<${link}|${escapeSlack(renderText(serverText('outgoing.message.open')))}>`
  return { text, blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `${text}${open}`.slice(0, 3_000) } }] }
}

/** An adaptive card in the form that workflows of Teams accept. */
function writeTeams(facts: Facts): unknown {
  const link = linkOf(facts)
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: titleOf(facts.event), weight: 'bolder', wrap: true },
            ...facts.event.details.map((text) => ({ type: 'TextBlock', text, wrap: true })),
          ],
          ...(link === null
            ? {}
            : {
                actions: [
                  { type: 'Action.OpenUrl', title: renderText(serverText('outgoing.message.open')), url: link },
                ],
              }),
        },
      },
    ],
  }
}

function writePlain(facts: Facts): unknown {
  const { rule, subject, type, version, details } = facts.event
  return {
    id: facts.deliveryId,
    type,
    createdAt: facts.createdAt,
    rule,
    subject: subject === null ? null : { kind: subject.kind, id: subject.id, name: subject.name, url: linkOf(facts) },
    version,
    details,
  }
}

const writers: Readonly<Record<TargetFormat, (facts: Facts) => unknown>> = {
  json: writePlain,
  slack: writeSlack,
  teams: writeTeams,
}

/** @param publicUrl address of this console, for the link */
export const writeMessage = (format: TargetFormat, facts: Facts): string => JSON.stringify(writers[format](facts))
