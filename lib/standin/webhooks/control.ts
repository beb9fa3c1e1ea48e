import { ownerId } from '../demo/document'
import type { Store } from '../store'
import { triggerEvents, type EventKind } from './events'
import type { Outcome } from './post'
import { noTroubles, type Delivery, type Pace, type Troubles, type WebhookSender } from './sender'
import type { WebhookStore } from './store'
import type { ActionHappening } from './watch'

export type Assignment = Omit<ActionHappening, 'kind' | 'assignedBy'> & { assignedBy?: string | undefined }

/** Steers deliveries behind everybody's back. */
export class WebhookControl {
  constructor(
    private readonly world: { store: Store; webhooks: WebhookStore; sender: WebhookSender; tick: () => number },
  ) {}

  /** Troubles from here on; what is not named is none. */
  setTroubles(troubles: Partial<Troubles>): void {
    this.world.sender.troubles = { ...noTroubles, ...troubles }
  }
  /** How long it takes to try again, and to give up waiting. */
  setPace(pace: Partial<Pace>): void {
    const { sender } = this.world
    sender.pace = { ...sender.pace, ...pace }
  }

  /** What was sent, dropped or is under way, oldest first. */
  deliveries(): Delivery[] {
    return this.world.sender.deliveries()
  }
  forget(): void {
    this.world.sender.forget()
  }
  settled(): Promise<void> {
    return this.world.sender.settled()
  }
  flush(): Promise<void> {
    return this.world.sender.flush()
  }

  /** Subscribes behind everybody's back, to everything unless told otherwise. Returns the subscription's id. */
  subscribe(url: string, events: readonly string[] = [...triggerEvents]): string {
    const { webhooks, tick } = this.world
    const [id, at] = [webhooks.takeId(), tick()]
    const webhook = { id, url, triggerEvents: [...events], enabled: true, createdAtMs: at, updatedAtMs: at }
    webhooks.change({ do: 'put-webhook', webhook })
    return id
  }
  token(): string {
    return this.world.webhooks.token()
  }
  resetToken(): string {
    return this.world.webhooks.resetToken()
  }
  sign(body: string | Buffer): string {
    return this.world.webhooks.sign(body)
  }

  /** Tells subscribers of something that never happened. @throws when there is no such inspection */
  send(kind: EventKind, auditId: string): void {
    const entry = this.world.store.entryOf(auditId)
    if (!entry) throw new Error(`there is no inspection ${auditId}`)
    this.world.sender.tell({ kind, entry })
  }

  /** Assigns somebody to an action. The contract has no operation that does: nothing else causes this. */
  assignAction({ action, assigneeId, assignedBy = ownerId }: Assignment): void {
    this.world.sender.tell({ kind: 'assigned', action, assigneeId, assignedBy })
  }

  /**
   * Sends any text to every subscription, in any order and past all troubles: a forged or a replayed delivery. Without
   * `headers` it is signed as the service does; with them it has no signature but theirs.
   */
  sendRaw(body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Outcome[]> {
    const { webhooks, sender } = this.world
    const urls = new Set(webhooks.all().map(({ url }) => url))
    return Promise.all([...urls].map((url) => sender.post(url, body, headers)))
  }
}
