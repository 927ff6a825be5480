export declare const HAPROXY_ENVIRONMENT: { readonly PATH: string };
export declare function haproxyConfig(port: number, served: readonly number[]): string;
