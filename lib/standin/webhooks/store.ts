import { createHmac, randomBytes } from 'node:crypto'
import type { Change, ChangeLog } from '../changes'
import { makeUuid } from '../random'
import type { Webhook, WebhookStep } from './steps'

const salt = 0xc1

/** Subscriptions and their secret: the result of the stored steps. */
export class WebhookStore {
  readonly #webhooks = new Map<string, Webhook>()
  #token: string | null = null
  #made = 0

  constructor(
    private readonly seed: number,
    private readonly log: ChangeLog,
  ) {
    for (const past of log.past) if (past.kind === 'webhooks') this.#apply(past)
  }

  /** Oldest first. */
  all(): Webhook[] {
    return [...this.#webhooks.values()]
  }
  find(id: string): Webhook | undefined {
    return this.#webhooks.get(id)
  }

  /** The secret of the organization. Created at random on first use, because it must not follow from a seed. */
  token(): string {
    return this.#token ?? this.resetToken()
  }
  /** From here on, deliveries are signed with a new secret. */
  resetToken(): string {
    const token = randomBytes(32).toString('hex')
    this.change({ do: 'put-token', token })
    return token
  }
  /** The value of the header `x-safetyculture-signature`. */
  sign(body: string | Buffer): string {
    return createHmac('sha256', this.token()).update(body).digest('hex')
  }

  /** An id for a new subscription; never given out twice. */
  takeId(): string {
    this.#made += 1
    return makeUuid(this.seed, this.#made, salt)
  }

  /** Applies a step and stores it. */
  change(step: WebhookStep): void {
    const change = { kind: 'webhooks' as const, made: this.#made, step }
    this.log.append(change)
    this.#apply(change)
  }

  #apply({ step, made }: Extract<Change, { kind: 'webhooks' }>): void {
    this.#made = Math.max(this.#made, made)
    if (step.do === 'put-webhook') this.#webhooks.set(step.webhook.id, step.webhook)
    else if (step.do === 'delete-webhook') this.#webhooks.delete(step.id)
    else this.#token = step.token
  }
}
