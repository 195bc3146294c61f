// Reading the error envelope.

/** The `error` of an answer, with the HTTP status beside it. */
export async function errorOf(
  response: Response,
): Promise<{ http: number; code: string; [field: string]: unknown }> {
  const { error } = (await response.json()) as { error: { code: string } }
  return { http: response.status, ...error }
}
