// Exists only in the build of the bench. Measures what Next itself costs, without any code of Sightline.
export const dynamic = 'force-dynamic'

export const GET = () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } })
