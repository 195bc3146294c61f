// The parts of an OpenAPI 3.1 document that the daemon's description is made of.

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  description: string
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema }>

export interface Answer {
  description: string
  headers?: Record<string, object>
  content?: Content
}

export interface RequestBody {
  description?: string
  required: boolean
  content: Content
}

/** One path and method of the document. */
export interface OperationObject {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, Answer>
}

export interface OpenApiDocument {
  openapi: string
  info: object
  servers: object[]
  tags: object[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, Record<string, OperationObject>>
  components: Record<string, Record<string, object>>
}
