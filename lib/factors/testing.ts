import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Ceremony, NewPasskeyAnswer, PasskeyAnswer } from './schema'

/** A test authenticator: it signs everything, even what a real one would refuse. */

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR that an attestation needs. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const flagBits = { present: 1, verified: 4, attested: 64 }

export interface Trick {
  /** The origin of the requesting page, which a real browser sets. */
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
}

export class TestAuthenticator {
  readonly id = randomBytes(24)
  readonly #origin: string
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle: string | null = null
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  make(options: Ceremony['options'], trick: Trick = {}): NewPasskeyAnswer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = encodeCbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const { user } = options as unknown as { user: { id: string } }
    this.#userHandle = user.id
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key])
    const authData = Buffer.concat([this.#authData(trick, flagBits.attested), credential])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, trick).toString('base64url'),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  use(options: Ceremony['options'], trick: Trick = {}): PasskeyAnswer {
    this.#counter += 1
    const authData = this.#authData({ counter: this.#counter, ...trick }, 0)
    const clientData = this.#clientData('webauthn.get', options, trick)
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.#keys.privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.#userHandle,
      },
    }
  }

  #credential() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, options: Ceremony['options'], trick: Trick): Buffer {
    const { challenge = options.challenge, origin = this.#origin } = trick
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authData({ rpId = new URL(this.#origin).hostname, isVerified = true, counter = 0 }: Trick, more: number): Buffer {
    const flags = flagBits.present | (isVerified ? flagBits.verified : 0) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
}
