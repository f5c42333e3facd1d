// A device with passkeys, in software. It obeys the test, even where a real device would refuse.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The challenge that the device is asked to sign, and the page that it believes is asking. */
export interface Asked {
  challenge: string;
  hostName: string;
  origin: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

const text = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

export class Authenticator {
  readonly id = text(randomBytes(16));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** The signature counter. Devices that sync their passkeys always report 0. */
  counter = 0;
  userHandle = '';

  /** Makes a passkey for the user with this id. */
  register({ challenge, hostName, origin }: Asked, user: string) {
    this.userHandle = user;
    const authData = this.#authData(hostName, WITH_CREDENTIAL, this.#credential());
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
      attestationObject: text(isoCBOR.encode(attestation)),
      transports: ['internal'],
    });
  }

  sign({ challenge, hostName, origin }: Asked) {
    const client = clientData('webauthn.get', challenge, origin);
    const authData = this.#authData(hostName);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(client)]),
      this.#keys.privateKey,
    );
    return this.#answer({
      clientDataJSON: text(client),
      authenticatorData: text(authData),
      signature: text(signature),
      userHandle: this.userHandle,
    });
  }

  #answer<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }

  #authData(hostName: string, flags = 0, credential: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const head = [sha256(hostName), Buffer.of(PRESENT | VERIFIED | flags), counter];
    return Buffer.concat([...head, credential]);
  }

  /** The new passkey as sent at registration: no manufacturer, its id, and its public key in COSE (ES256). */
  #credential(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const maker = Buffer.alloc(16);
    return Buffer.concat([maker, Buffer.of(0, id.length), id, isoCBOR.encode(key)]);
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  JSON.stringify({ type, challenge, origin, crossOrigin: false });
