// What a credential may do. API keys have every scope; an access token has those it was made with.
export const SCOPES = ['transcriptions:read', 'transcriptions:write'] as const

export type ApiScope = (typeof SCOPES)[number]
