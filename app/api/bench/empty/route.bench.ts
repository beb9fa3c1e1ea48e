// Exists only in the build of the bench: what Next's own machinery costs, with nothing of ours.
export const dynamic = 'force-dynamic'

export const GET = () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } })
