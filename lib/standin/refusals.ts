/** The service has two error formats: hapi's on its old paths, gRPC's on its versioned ones. */
export type Family = 'legacy' | 'grpc'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const grpcCodes: Record<number, number> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  409: 10,
  413: 3,
  415: 3,
  416: 11,
  429: 8,
  500: 13,
  501: 12,
  502: 14,
  503: 14,
  504: 4,
}

/** The error dialect of a path: a version segment, or any path of training, means gRPC. */
export function familyOf(pathname: string): Family {
  return /\/v\d+(\/|:|$)/.test(pathname) || pathname.startsWith('/training/') ? 'grpc' : 'legacy'
}

export function refusalBody(family: Family, status: number, message: string): Record<string, unknown> {
  if (family === 'grpc') return { code: grpcCodes[status] ?? 2, message, details: [] }
  return { statusCode: status, error: reasons[status] ?? 'Error', message }
}
