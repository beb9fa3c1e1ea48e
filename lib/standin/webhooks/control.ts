import { ownerId } from '../demo/document'
import type { Store } from '../store'
import { triggerEvents, type EventKind } from './events'
import type { Outcome } from './post'
import { noTroubles, type Delivery, type Pace, type Troubles, type WebhookSender } from './sender'
import type { WebhookStore } from './store'
import type { ActionHappening } from './watch'

export type Assignment = Omit<ActionHappening, 'kind' | 'assignedBy'> & { assignedBy?: string | undefined }

/** Direct control of deliveries. */
export class WebhookControl {
  constructor(
    private readonly world: { store: Store; webhooks: WebhookStore; sender: WebhookSender; tick: () => number },
  ) {}

  /** Sets the faults from here on. Faults that are not named are removed. */
  setTroubles(troubles: Partial<Troubles>): void {
    this.world.sender.troubles = { ...noTroubles, ...troubles }
  }
  /** The delays of retries, and the time to wait for a response. */
  setPace(pace: Partial<Pace>): void {
    const { sender } = this.world
    sender.pace = { ...sender.pace, ...pace }
  }

  /** Deliveries that were sent, dropped or are in progress, oldest first. */
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

  /** Subscribes directly, by default to all events. Returns the subscription's id. */
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

  /** Sends an event that never happened. @throws when there is no such inspection */
  send(kind: EventKind, auditId: string): void {
    const entry = this.world.store.entryOf(auditId)
    if (!entry) throw new Error(`there is no inspection ${auditId}`)
    this.world.sender.notify({ kind, entry })
  }

  /** Assigns a person to an action. The contract has no operation for this, so nothing else causes the event. */
  assignAction({ action, assigneeId, assignedBy = ownerId }: Assignment): void {
    this.world.sender.notify({ kind: 'assigned', action, assigneeId, assignedBy })
  }

  /**
   * Sends any text to every subscription at once and ignores all faults: a forged or a replayed delivery. Without
   * `headers`, the text is signed as the service signs it. With `headers`, it has no other signature.
   */
  sendRaw(body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Outcome[]> {
    const { webhooks, sender } = this.world
    const urls = new Set(webhooks.all().map(({ url }) => url))
    return Promise.all([...urls].map((url) => sender.post(url, body, headers)))
  }
}
