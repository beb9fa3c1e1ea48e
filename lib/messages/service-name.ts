import { processWide } from '../process-wide'

/** The default name of the service: the product whose API Sightline uses. */
export const usualServiceName = 'SafetyCulture'

const slot = () => processWide('service-name', () => ({ name: usualServiceName }))

/** Sets the name of the connected service. The launcher calls this before it reads a catalog. */
export function setServiceName(name: string): void {
  slot().name = name
}

export const serviceName = (): string => slot().name

const argument = '{service}'

/**
 * Writes the name of the service into all messages that mention it, so that no caller has to pass it as a value. Messages are
 * ICU texts, or trees if the build has compiled them: texts, arguments such as `["service"]`, tags and branches.
 */
export function nameService<Messages>(messages: Messages, name: string): Messages {
  return write(messages, name) as Messages
}

function write(part: unknown, name: string): unknown {
  // An apostrophe would begin a quotation in an ICU text. A compiled text has no braces.
  if (typeof part === 'string') return part.includes(argument) ? part.replaceAll(argument, quote(name)) : part
  if (Array.isArray(part))
    return part.length === 1 && part[0] === 'service' ? name : part.map((one) => write(one, name))
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, write(value, name)]))
  return part
}

const quote = (name: string) => name.replaceAll("'", "''")
