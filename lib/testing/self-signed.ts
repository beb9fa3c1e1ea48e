import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * Makes certificates for tests of https, because Node.js can read certificates and cannot make them. The encoding is
 * DER of X.509 (RFC 5280), limited to what a TLS client needs.
 */

function node(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size =
    length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, Math.floor(length / 0x1_00), length % 0x1_00]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly Buffer[]) => node(0x30, ...parts)
const objectId = (hex: string) => node(0x06, Buffer.from(hex, 'hex'))
const utcTime = (at: Date) =>
  node(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`, 'latin1'))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const commonName = objectId('550403')
const subjectAltName = objectId('551d11')
const basicConstraints = objectId('551d13')

const nameOf = (text: string) => sequence(node(0x31, sequence(commonName, node(0x0c, Buffer.from(text)))))

function altName(host: string): Buffer {
  if (isIP(host) !== 4) return node(0x82, Buffer.from(host, 'latin1'))
  return node(0x87, Buffer.from(host.split('.').map(Number)))
}

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`

export interface SelfSigned {
  /** The certificate as PEM. A client that has it as an authority trusts it. */
  cert: string
  key: string
}

/** A self-signed certificate for these names and IPv4 addresses, valid for two days from yesterday on. */
export function makeSelfSigned(hosts: readonly string[]): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = nameOf('Sightline test')
  const day = 86_400_000
  const now = Date.now()
  const extensions = sequence(
    sequence(basicConstraints, node(0x04, sequence(node(0x01, Buffer.from([0xff]))))),
    sequence(subjectAltName, node(0x04, sequence(...hosts.map(altName)))),
  )
  const body = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    // Positive: its first bit is zero.
    node(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now - day)), utcTime(new Date(now + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, extensions),
  )
  const signature = node(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  return {
    cert: pem(sequence(body, ecdsaWithSha256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
