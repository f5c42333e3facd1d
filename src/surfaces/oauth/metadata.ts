// RFC 8414: the metadata of the authorization server, which can be served without starting it.

import type { Config } from '../../config.ts';
import { urlsOf } from '../../operations/urls.ts';
import { KEY_SCOPES } from '../../schemas/vocabulary.ts';

export const ROUTES = {
  authorization: '/auth',
  token: '/token',
  registration: '/register',
  revocation: '/revoke',
  jwks: '/jwks',
} as const;

export function authorizationMetadata({ baseUrl }: Config): object {
  const { authorizationServer: issuer, ownToolServer } = urlsOf(baseUrl);
  return {
    issuer,
    authorization_endpoint: issuer + ROUTES.authorization,
    token_endpoint: issuer + ROUTES.token,
    registration_endpoint: issuer + ROUTES.registration,
    revocation_endpoint: issuer + ROUTES.revocation,
    jwks_uri: issuer + ROUTES.jwks,
    scopes_supported: KEY_SCOPES.toSorted(),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [ownToolServer],
    service_documentation: `${baseUrl}/developers#tools`,
  };
}
