<?php
/**
 * The plugin's settings: the server, its publishable key, and defaults for every reader.
 *
 * @package svc-reader
 */

namespace SvcReader;

defined( 'ABSPATH' ) || exit;

/** Name of the option that contains all settings. */
const SETTINGS = 'svc_reader_settings';

/** Prefix of the transients that contain first pages. */
const FIRST_PAGE_PREFIX = 'svc_reader_page_';

/**
 * Returns the settings. Missing settings are empty strings.
 *
 * @return array{server: string, key: string, deployment: string, affiliate: string}
 */
function get_settings() {
	$stored   = get_option( SETTINGS );
	$settings = array();
	foreach ( array( 'server', 'key', 'deployment', 'affiliate' ) as $name ) {
		$settings[ $name ] = is_array( $stored ) && isset( $stored[ $name ] ) ? (string) $stored[ $name ] : '';
	}
	return $settings;
}

/** Registers the option, which the settings page saves through WordPress's own form handler. */
function register_settings() {
	register_setting(
		'svc_reader',
		SETTINGS,
		array(
			'type'              => 'object',
			'sanitize_callback' => __NAMESPACE__ . '\sanitize_settings',
			'show_in_rest'      => false,
		)
	);
}

/**
 * Returns valid settings. An invalid value is reported, and the stored value remains.
 *
 * @param mixed $input Values of the form.
 * @return array{server: string, key: string, deployment: string, affiliate: string}
 */
function sanitize_settings( $input ) {
	$settings = get_settings();
	$input    = is_array( $input ) ? $input : array();
	$rules    = array(
		'server'     => array( __NAMESPACE__ . '\sanitize_server', __( 'The server must be an https URL without a query, such as https://books.example.', 'svc-reader' ) ),
		'key'        => array( __NAMESPACE__ . '\sanitize_publishable_key', __( 'The key must be a publishable key, which contains _pub. Never enter a secret key, because visitors can read it.', 'svc-reader' ) ),
		'deployment' => array( __NAMESPACE__ . '\sanitize_deployment', __( 'The deployment must be an id that starts with dep_.', 'svc-reader' ) ),
		'affiliate'  => array( __NAMESPACE__ . '\sanitize_affiliate', __( 'The affiliate must be a code or id of letters, digits, hyphens and underscores.', 'svc-reader' ) ),
	);
	foreach ( $rules as $name => list( $sanitize, $message ) ) {
		$text = isset( $input[ $name ] ) && is_string( $input[ $name ] ) ? trim( $input[ $name ] ) : '';
		$safe = '' === $text ? '' : $sanitize( $text );
		if ( '' === $safe && '' !== $text ) {
			add_settings_error( SETTINGS, $name, $message );
			continue;
		}
		$settings[ $name ] = $safe;
	}
	return $settings;
}

/**
 * Returns a server's URL without a trailing slash, or an empty string if it is unacceptable. Requests additionally reject
 * private IP addresses (wp_safe_remote_get).
 *
 * @param string $text Text to check.
 */
function sanitize_server( $text ) {
	$parts = wp_parse_url( $text );
	if ( ! is_array( $parts ) || empty( $parts['host'] ) || empty( $parts['scheme'] ) ) {
		return '';
	}
	if ( isset( $parts['user'] ) || isset( $parts['pass'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
		return '';
	}
	if ( ! preg_match( '/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i', $parts['host'] ) ) {
		return '';
	}
	$is_local = in_array( $parts['host'], array( 'localhost', '127.0.0.1' ), true );
	if ( 'https' !== $parts['scheme'] && ! ( 'http' === $parts['scheme'] && $is_local ) ) {
		return '';
	}
	return esc_url_raw( untrailingslashit( $text ), array( 'https', 'http' ) );
}

/**
 * Returns the text if it is a publishable key, otherwise an empty string.
 *
 * @param string $text Text to check.
 */
function sanitize_publishable_key( $text ) {
	return preg_match( '/^svc_[a-z]+_pub[0-9A-Za-z]{20,60}$/D', $text ) ? $text : '';
}

/**
 * Returns the text if it is a deployment id, otherwise an empty string.
 *
 * @param string $text Text to check.
 */
function sanitize_deployment( $text ) {
	return preg_match( '/^dep_[0-9A-Z]{26}$/D', $text ) ? $text : '';
}

/**
 * Returns the text if it is an affiliate's code or id, otherwise an empty string.
 *
 * @param string $text Text to check.
 */
function sanitize_affiliate( $text ) {
	return preg_match( '/^[0-9A-Za-z_-]{1,64}$/D', $text ) ? $text : '';
}

/**
 * Returns a book's id, or isbn: and its ISBN, or an empty string if the text is neither.
 *
 * @param mixed $value Value to check.
 */
function sanitize_book( $value ) {
	$text = is_string( $value ) ? trim( $value ) : '';
	return preg_match( '/^(?:bk_[0-9A-Z]{26}|isbn:[0-9-]{9,17}[0-9Xx])$/D', $text ) ? $text : '';
}

/** Proposes a paragraph for the site's privacy policy. */
function suggest_privacy_text() {
	wp_add_privacy_policy_content(
		'SVC Reader',
		'<p>' . esc_html__( 'Pages with a book load its text from the book server. It receives the visitor’s IP address and anonymous reading events, which contain neither names nor cookies. The reading position and settings are stored in the visitor’s browser.', 'svc-reader' ) . '</p>'
	);
}
