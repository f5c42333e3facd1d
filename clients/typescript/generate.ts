// Writes the client's types from the API document: npm run client:types

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { getArray, getObject, getString, isObject, type JsonObject } from '../../src/http/json.ts';
import { openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { newContext } from '../../src/operations/operation.ts';
import { openStore } from '../../src/store/store.ts';

export const TYPES_FILE = join(import.meta.dirname, 'src/api-types.ts');

const OPENING =
  '// The records of the API, and what each endpoint takes and answers. Made by generate.ts: do not edit.';

/** The text of the whole file, made from the API document. */
export function typesFrom(document: JsonObject): string {
  const records = Object.entries(getObject(getObject(document, 'components'), 'schemas')).map(
    ([name, schema]) => declaration(name, isObject(schema) ? schema : {}),
  );
  const endpoints = Object.values(getObject(document, 'paths'))
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .flatMap(endpointTypes);
  return `${[OPENING, ...records, ...endpoints].join('\n\n')}\n`;
}

const declaration = (name: string, schema: JsonObject) =>
  `${comment(schema, '')}export interface ${name} ${objectType(schema, '')}`;

/**
 * The type of an endpoint's input, if it has one, and of its answer, if that is JSON without a name in the document.
 */
function endpointTypes(operation: unknown): string[] {
  const id = getString(operation, 'operationId');
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const inputs = getArray(operation, 'parameters').filter(
    (each) => getString(each, 'in') !== 'header',
  );
  const answer = answerSchema(operation);
  return [
    ...(inputs.length > 0
      ? [`export interface ${name}Input {\n${inputs.map(inputField).join('')}}`]
      : []),
    ...('properties' in answer ? [declaration(`${name}Answer`, answer)] : []),
  ];
}

function answerSchema(operation: unknown): JsonObject {
  const success = Object.entries(getObject(operation, 'responses')).find(
    ([status]) => status < '300',
  );
  const json = Object.entries(getObject(success?.[1], 'content')).find(([type]) =>
    /\bjson$/.test(type),
  );
  return getObject(json?.[1], 'schema');
}

/** An optional field may be left out or undefined, which means the same to the client. */
function inputField(parameter: unknown): string {
  const isRequired = isObject(parameter) && parameter['required'] === true;
  const type = typeOf(getObject(parameter, 'schema'), '  ');
  const name = getString(parameter, 'name');
  const described = isObject(parameter) ? comment(parameter, '  ') : '';
  return `${described}  ${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

function objectType(schema: JsonObject, indent: string): string {
  const required = getArray(schema, 'required');
  const fields = Object.entries(getObject(schema, 'properties')).map(([name, inner]) => {
    const field = isObject(inner) ? inner : {};
    const mark = required.includes(name) ? '' : '?';
    return `${comment(field, `${indent}  `)}${indent}  ${name}${mark}: ${typeOf(field, `${indent}  `)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function typeOf(schema: JsonObject, indent: string): string {
  const reference = getString(schema, '$ref');
  if (reference) return reference.replace('#/components/schemas/', '');
  const choices = getArray(schema, 'enum');
  if (choices.length > 0) return choices.map(literal).join(' | ');
  const types = [schema['type']].flat().map((type) => named(String(type), schema, indent));
  return types.join(' | ');
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

function named(type: string, schema: JsonObject, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return listType(typeOf(getObject(schema, 'items'), indent));
  if (type === 'object') return 'properties' in schema ? objectType(schema, indent) : 'object';
  return type;
}

const listType = (item: string) => (/ \| /.test(item) ? `(${item})[]` : `${item}[]`);

function comment(schema: JsonObject, indent: string): string {
  const words = getString(schema, 'description');
  return words ? `${indent}/** ${words} */\n` : '';
}

/** Runs `use` with the application of the current code and an empty database. */
export async function withCurrentApp<Result>(
  use: (app: FastifyInstance) => Result | Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-types-'));
  const config = configFrom({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const store = await openStore(config);
  const app = await buildApp(newContext(store, config));
  await app.ready();
  const result = await use(app);
  await app.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
  return result;
}

if (import.meta.main) {
  await writeFile(
    TYPES_FILE,
    await withCurrentApp((app) => typesFrom(openApiDocument(app, 'Standfirst'))),
  );
}
