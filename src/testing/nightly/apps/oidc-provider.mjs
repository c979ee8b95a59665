// An OpenID provider that is nothing else.
import Provider from 'oidc-provider';

const [, , port] = process.argv;
new Provider(`http://127.0.0.1:${port}`, {}).listen(Number(port), '127.0.0.1');
