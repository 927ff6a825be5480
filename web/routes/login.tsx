import { pageConfig, productName } from '../api/page-config.ts';
import { SignIn } from '../features/sign-in/sign-in.tsx';

/** `/login`: the router goes on by itself as soon as somebody is signed in. */
export function LoginRoute() {
  return <SignIn productName={productName()} logo={`${pageConfig().StaticURL}/img/logo.svg`} />;
}
