// Moves every schema that has a title into the components of the description, where it has a name.

type Node = { [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function withNamedRecords(document: object): Node {
  const schemas: Node = {};

  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isNode(value)) return value;
    const visited = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, visit(inner)]),
    );
    if (visited['type'] !== 'object' || typeof visited['title'] !== 'string') return visited;
    const { title, ...schema } = visited;
    schemas[String(title)] ??= schema;
    return { $ref: `#/components/schemas/${title}` };
  };

  const visited = visit(document);
  const whole = isNode(visited) ? visited : {};
  const components = isNode(whole['components']) ? whole['components'] : {};
  return { ...whole, components: { ...components, schemas: sorted(schemas) } };
}

const sorted = (schemas: Node): Node =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
